#ifndef ORDA_CSQLITE_CHANGES_H
#define ORDA_CSQLITE_CHANGES_H

// What change events need of SQLite beyond its everyday functions. Included by shim.h, after sqlite3.h.

#include <string.h>

// The pre-update hook is in the library only where that was compiled with it. Linked weakly, its functions have no address
// where they are missing; on macOS, whose linker wants to know every name beforehand, they are looked up at run time.
#if defined(__APPLE__)
#include <dlfcn.h>
#define ORDA_PREUPDATE(function) ((__typeof__(&function))dlsym(RTLD_DEFAULT, #function))
#else
#pragma weak sqlite3_preupdate_hook
#pragma weak sqlite3_preupdate_old
#pragma weak sqlite3_preupdate_new
#pragma weak sqlite3_preupdate_count
#pragma weak sqlite3_preupdate_depth
#pragma weak sqlite3_preupdate_blobwrite
#define ORDA_PREUPDATE(function) (&function)
#endif

typedef void (*orda_preupdate_callback)(
    void *context, sqlite3 *db, int operation, const char *schema, const char *table, sqlite3_int64 old_rowid,
    sqlite3_int64 new_rowid);

static inline int orda_sqlite3_has_preupdate_hook(void) {
  return ORDA_PREUPDATE(sqlite3_preupdate_hook) != 0 && ORDA_PREUPDATE(sqlite3_preupdate_old) != 0 &&
         ORDA_PREUPDATE(sqlite3_preupdate_new) != 0 && ORDA_PREUPDATE(sqlite3_preupdate_count) != 0;
}
static inline void orda_sqlite3_preupdate_hook(sqlite3 *db, orda_preupdate_callback callback, void *context) {
  __typeof__(&sqlite3_preupdate_hook) hook = ORDA_PREUPDATE(sqlite3_preupdate_hook);
  if (hook) hook(db, (void (*)(void *, sqlite3 *, int, char const *, char const *, sqlite3_int64, sqlite3_int64))callback, context);
}
static inline sqlite3_value *orda_sqlite3_preupdate_old(sqlite3 *db, int column) {
  static __typeof__(&sqlite3_preupdate_old) function;
  sqlite3_value *value = 0;
  if (!function) function = ORDA_PREUPDATE(sqlite3_preupdate_old);
  return function && function(db, column, &value) == SQLITE_OK ? value : 0;
}
static inline sqlite3_value *orda_sqlite3_preupdate_new(sqlite3 *db, int column) {
  static __typeof__(&sqlite3_preupdate_new) function;
  sqlite3_value *value = 0;
  if (!function) function = ORDA_PREUPDATE(sqlite3_preupdate_new);
  return function && function(db, column, &value) == SQLITE_OK ? value : 0;
}
// True where two values are the same, byte by byte. `is_real` is for a column whose whole numbers SQLite stores as integers
// and shows as floating-point numbers.
static inline int orda_sqlite3_is_same(sqlite3_value *old, sqlite3_value *new_, int is_real) {
  if (!old || !new_) return 0;
  int type = sqlite3_value_type(old), other = sqlite3_value_type(new_);
  if (type != other) {
    int numeric = (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && (other == SQLITE_INTEGER || other == SQLITE_FLOAT);
    return is_real && numeric && sqlite3_value_double(old) == sqlite3_value_double(new_);
  }
  switch (type) {
    case SQLITE_INTEGER: return sqlite3_value_int64(old) == sqlite3_value_int64(new_);
    case SQLITE_FLOAT: {
      double first = sqlite3_value_double(old), second = sqlite3_value_double(new_);
      return memcmp(&first, &second, sizeof first) == 0;
    }
    case SQLITE_TEXT:
    case SQLITE_BLOB: {
      // The counts go first: they make UTF-8 of a text. As text SQLite would copy it, to end it with a NUL.
      int count = sqlite3_value_bytes(old);
      if (count != sqlite3_value_bytes(new_)) return 0;
      if (count == 0) return 1;
      const void *first = sqlite3_value_blob(old), *second = sqlite3_value_blob(new_);
      return first && second && memcmp(first, second, (size_t)count) == 0;
    }
    default: return 1;
  }
}
static inline int orda_sqlite3_preupdate_count(sqlite3 *db) {
  __typeof__(&sqlite3_preupdate_count) function = ORDA_PREUPDATE(sqlite3_preupdate_count);
  return function ? function(db) : 0;
}
static inline int orda_sqlite3_preupdate_depth(sqlite3 *db) {
  __typeof__(&sqlite3_preupdate_depth) function = ORDA_PREUPDATE(sqlite3_preupdate_depth);
  return function ? function(db) : 0;
}
// The column that sqlite3_blob_write is about to change, which is told as a deletion; -1 for what is no such write, or
// where the library is too old to say.
static inline int orda_sqlite3_preupdate_blobwrite(sqlite3 *db) {
  __typeof__(&sqlite3_preupdate_blobwrite) function = ORDA_PREUPDATE(sqlite3_preupdate_blobwrite);
  return function ? function(db) : -1;
}

// How many commits a database has seen, everybody's, as its format documents: in a write-ahead log's index (bytes 8 to
// 11 of the -shm file, in the machine's order), otherwise in the header of the file (bytes 24 to 27). It is read by the
// handles that SQLite itself has open. Call it under the write lock, or (for a log) whenever this connection has read the
// database before. `is_wal` tells what the connection knows of its journal mode: 1 for a log, 0 for anything else, which
// the header may correct. Returns 1 where the count is known.
static inline int orda_sqlite3_commit_count(sqlite3 *db, const char *schema, int is_wal, unsigned int *count) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(db, schema, SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  if (file == 0 || file->pMethods == 0) return 0;
  if (!is_wal) {
    unsigned char header[10];
    if (file->pMethods->xRead(file, header, 10, 18) != SQLITE_OK) return 0;
    if (header[0] != 2) {
      *count = (unsigned)header[6] << 24 | (unsigned)header[7] << 16 | (unsigned)header[8] << 8 | (unsigned)header[9];
      return 1;
    }
  }
  if (file->pMethods->iVersion < 2 || file->pMethods->xShmMap == 0) return 0;
  void volatile *index = 0;
  // The size of SQLite's own mapping; the first part of the index is there as soon as the log was read.
  file->pMethods->xShmMap(file, 0, 32768, 0, &index);
  if (index == 0) return 0;
  *count = __atomic_load_n((unsigned int *)((char *)index + 8), __ATOMIC_ACQUIRE);
  return 1;
}

// True where a commit of this connection would write to the schema's file.
static inline int orda_sqlite3_is_writing(sqlite3 *db, const char *schema) {
  return sqlite3_txn_state(db, schema) == SQLITE_TXN_WRITE;
}

// How many pages this connection has written so far.
static inline int orda_sqlite3_pages_written(sqlite3 *db) {
  int current = 0, highest = 0;
  sqlite3_db_status(db, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0);
  return current;
}

#endif
