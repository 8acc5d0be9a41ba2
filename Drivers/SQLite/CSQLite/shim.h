#ifndef ORDA_CSQLITE_SHIM_H
#define ORDA_CSQLITE_SHIM_H

#if !__has_include(<sqlite3.h>)
#error "SQLite is missing: install libsqlite3-dev (apt), sqlite-devel (dnf) or sqlite (brew)"
#endif

// The pre-update hook and sessions are declared only where these are defined; Debian's library has both.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_COLUMN_METADATA 1
#include <sqlite3.h>

// Swift can't call variadic C functions, so the few settings that ORDA makes are spelled out here.
static inline int orda_sqlite3_db_config(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}
static inline int orda_sqlite3_forgo_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// SQLITE_STATIC and SQLITE_TRANSIENT are casts that Swift doesn't import.
static inline int orda_sqlite3_bind_text_static(sqlite3_stmt *s, int i, const char *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(s, i, text, length, SQLITE_STATIC, SQLITE_UTF8);
}
static inline int orda_sqlite3_bind_blob_static(sqlite3_stmt *s, int i, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(s, i, bytes, length, SQLITE_STATIC);
}
static inline void orda_sqlite3_result_text(sqlite3_context *c, const char *text, sqlite3_uint64 length) {
  sqlite3_result_text64(c, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline void orda_sqlite3_result_blob(sqlite3_context *c, const void *bytes, sqlite3_uint64 length) {
  sqlite3_result_blob64(c, bytes, length, SQLITE_TRANSIENT);
}

// The size of the main database's write-ahead log in bytes, asked of the handle that SQLite itself has open; 0 where
// there is none.
static inline sqlite3_int64 orda_sqlite3_wal_size(sqlite3 *db) {
  sqlite3_file *log = 0;
  sqlite3_int64 size = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK) return 0;
  if (log == 0 || log->pMethods == 0 || log->pMethods->xFileSize(log, &size) != SQLITE_OK) return 0;
  return size;
}

#include "changes.h"
#include "lists.h"

#endif
