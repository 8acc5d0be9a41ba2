// The floor: the work of each workload, done by plain C against sqlite3's own interface.
//
// Statements are prepared once and outside of these functions. Types are known, so nothing is asked of SQLite but the
// value itself; text is copied with malloc and memcpy, once a text. Rows go into an array that grows by doubling, as
// Swift's Array does, unless the count is known beforehand. Functions that return int give SQLITE_OK or SQLite's code.
#ifndef CFLOOR_H
#define CFLOOR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

// Rows

typedef struct {
  int64_t a, b, c, d, e, f, g, h, i, j;
} cf_integers;

// A copied text, ended by a NUL that the count leaves out.
typedef struct {
  char *bytes;
  int64_t count;
} cf_text;

typedef struct {
  int64_t id;
  cf_text a, b, c, d, e;
} cf_texts;

typedef struct {
  int64_t id;
  cf_text text;
} cf_prose;

typedef struct {
  int64_t id;
  cf_text name;
  double score;
} cf_score;

typedef struct {
  cf_integers *rows;
  size_t count, capacity;
} cf_integers_rows;

typedef struct {
  cf_texts *rows;
  size_t count, capacity;
} cf_texts_rows;

typedef struct {
  cf_prose *rows;
  size_t count, capacity;
} cf_prose_rows;

typedef struct {
  cf_score *rows;
  size_t count, capacity;
} cf_score_rows;

void cf_free_integers(const cf_integers_rows *rows);
void cf_free_texts(const cf_texts_rows *rows);
void cf_free_prose(const cf_prose_rows *rows);
void cf_free_scores(const cf_score_rows *rows);

// The data that all sides read and write, the same in every run.

cf_integers_rows cf_make_integers(size_t count);
cf_texts_rows cf_make_texts(size_t count);
cf_prose_rows cf_make_prose(size_t count);
cf_score_rows cf_make_scores(size_t count);

// An object of an ODB: what it is called, and a text.
typedef struct {
  cf_text name;
  cf_text value;
} cf_node;

typedef struct {
  cf_node *rows;
  size_t count;
} cf_nodes;

cf_nodes cf_make_nodes(size_t count);

// An object of 14 attributes: memory of its own, and more for what binds it to its store.
typedef struct {
  void *record;
  int64_t id;
  cf_text title, summary, link, author, language, guid;
  int64_t feed, words, reads, position;
  int is_read, is_starred;
  double published, modified;
} cf_article;

typedef struct {
  cf_article **rows;
  size_t count, capacity;
} cf_articles;

cf_articles cf_make_articles(size_t count);
void cf_free_articles(const cf_articles *rows);
int cf_scan_articles(sqlite3_stmt *statement, cf_articles *rows);
int cf_insert_articles(sqlite3_stmt *statement, const cf_articles *rows);
uint64_t cf_sum_articles(const cf_articles *rows);

// A note with two relationships of up to five: by its key, by the two lookup tables, and by the children's keys. The keys and
// lengths of texts are added to the sum.
int cf_read_note(sqlite3_stmt *const statements[5], int64_t key, uint64_t *sum);

// Connections

// Opens without SQLite's own mutex, in WAL mode, with the pragmas that every side has.
int cf_open(const char *path, sqlite3 **database);
void cf_close(sqlite3 *database);
const char *cf_message(sqlite3 *database);
int cf_execute(sqlite3 *database, const char *sql);
int cf_prepare(sqlite3 *database, const char *sql, sqlite3_stmt **statement);
void cf_finalize(sqlite3_stmt *statement);
// Prepares each of the texts, behind which a NUL stands, and lets go of it.
int cf_prepare_texts(sqlite3 *database, const char *texts, size_t length, size_t *count);
int cf_library_version(void);

// Scans

int cf_scan_integers(sqlite3_stmt *statement, cf_integers_rows *rows);
int cf_scan_texts(sqlite3_stmt *statement, cf_texts_rows *rows);
int cf_scan_prose(sqlite3_stmt *statement, cf_prose_rows *rows);
int cf_scan_scores(sqlite3_stmt *statement, cf_score_rows *rows);

// Lookups: one row for each key, into an array of that size.
int cf_lookup_scores(sqlite3_stmt *statement, const int64_t *keys, size_t count, cf_score_rows *rows);

// The same by texts of which none is known: each is prepared, stepped and finalized.
int cf_lookup_new_texts(sqlite3 *database, const char *const *texts, size_t count, cf_score_rows *rows);

// The first column of the first row.
int cf_number(sqlite3_stmt *statement, int64_t *number);

// Reads of `length` rows each from the given keys on, into an array that is thrown away after each. `sum` is the sum
// of all keys and lengths of names.
int cf_read_ranges(sqlite3_stmt *statement, const int64_t *firsts, size_t count, int64_t length, uint64_t *sum);

// Inserts, text bound without copying it. The rows of five texts get their keys from SQLite.
int cf_insert_integers(sqlite3_stmt *statement, const cf_integers *rows, size_t count);
int cf_insert_texts(sqlite3_stmt *statement, const cf_texts *rows, size_t count);
int cf_insert_prose(sqlite3_stmt *statement, const cf_prose *rows, size_t count);
int cf_insert_scores(sqlite3_stmt *statement, const cf_score *rows, size_t count);

// Inserts rows of a key alone.
int cf_insert_keys(sqlite3_stmt *statement, const int64_t *keys, size_t count);

// Inserts the rows of objects into the table of an ODB, with numbers from `first` on.
int cf_insert_nodes(sqlite3_stmt *statement, int64_t parent, int64_t first, const cf_node *rows, size_t count);

// The rows of a shelf's objects: ids have 16 bytes. What is read of the JSON the caller frees.
int cf_insert_object(sqlite3_stmt *statement, const void *id, int64_t revision, const char *json, size_t count);
int cf_read_object(sqlite3_stmt *statement, const void *id, int64_t *revision, cf_text *json);
int cf_replace_object(
    sqlite3_stmt *statement, const void *id, int64_t expected, int64_t revision, const char *json, size_t count);

// The JSON of objects that an index has found, at most so many. What is read the caller frees.
int cf_find_objects(sqlite3_stmt *statement, const void *key, size_t length, cf_text *out, size_t limit, size_t *count);

// The first column of all rows, in an array that the caller frees.
int cf_collect_keys(sqlite3_stmt *statement, int64_t **keys, size_t *count);

// Writes a text with keys in it, which has room for 20 bytes and what stands between for each. Returns its length.
size_t cf_write_keys(
    char *out, const char *start, size_t start_length, const int64_t *keys, size_t count, const char *between,
    const char *end, size_t end_length);

// Runs texts of which none is known, and that give no rows.
int cf_run_new_texts(sqlite3 *database, const char *const *texts, size_t count);

// Runs an UPDATE of one row by its key.
int cf_play(sqlite3_stmt *statement, int64_t key);

// One transaction for each key: an UPDATE of a value and a key, between `begin` and `commit`, or alone where these are NULL.
int cf_write_each(
    sqlite3_stmt *begin, sqlite3_stmt *update, sqlite3_stmt *commit, int64_t value, const int64_t *keys, size_t count);

// Other programs' commits, noticed by inotify on the database's folder and by `PRAGMA data_version`.

typedef struct cf_watch cf_watch;

// `watch` is set unless memory is short, and has to be closed also after an error.
int cf_watch_open(const char *path, const char *folder, cf_watch **watch);
// Waits for a commit of another connection: 1 as soon as one is seen, 0 after that time without any notice.
int cf_watch_wait(cf_watch *watch, int milliseconds);
void cf_watch_close(cf_watch *watch);

// A shelf's folder, in which each object has a file of its own, "AB/CD/ABCD…". These functions return 0 or errno.

typedef struct {
  const char *bytes;
  size_t count;
} cf_slice;

// Files of which there are none, all or none of them: written under other names, then all of them to a log, which is synced;
// renamed; and everything synced at once.
int cf_save_files(int folder, int log, const unsigned char *ids, const cf_slice *texts, size_t count);
// One file: its type is written to a file and synced, then it is written, synced and renamed, and the folders that have changed
// are synced.
int cf_save_file(int folder, int types, const unsigned char *id, cf_slice text);
// What is read the caller frees.
int cf_read_file(int folder, const unsigned char *id, cf_text *text);

// A file of keys in their order, mapped.
typedef struct {
  char key[48];
  unsigned char id[16];
} cf_sorted_key;

typedef struct {
  const cf_sorted_key *keys;
  size_t count;
} cf_sorted_keys;

int cf_map_keys(const char *path, cf_sorted_keys *keys);
void cf_unmap_keys(const cf_sorted_keys *keys);
// Reads so many objects' files from the first on whose key is not less. What is read the caller frees.
int cf_find_files(int folder, const cf_sorted_keys *keys, const char *key, size_t length, cf_text *out, size_t limit);

// Reads all files of a folder, and sums each by FNV-1a.
int cf_hash_folder(const char *path, uint64_t *sums, size_t limit, size_t *count);

// Reads all files of a folder, and counts their bytes.
int cf_read_folder(const char *path, size_t *bytes);

// inotify on one file; -1 where there is none.
int cf_notices_open(const char *path);
// 1 as soon as the file was written to, 0 after that time without any notice.
int cf_notices_wait(int notices, int milliseconds);

// Threads

// Locks and unlocks a mutex that nobody else wants.
void cf_lock_and_unlock(size_t count);
// Has an idle thread do a job with nothing to do, and waits for it, again and again.
void cf_hand_over(size_t count);
// One row for each key, as cf_lookup_scores() does one after another: the sum of ids and names' lengths.
int cf_total_scores(sqlite3_stmt *statement, const int64_t *keys, size_t count, uint64_t *sum);
// The same by threads that have a statement each, asked by others by a queue for one key at a time.
#define CF_MOST_THREADS 64
int cf_served_lookups(
    sqlite3_stmt *const *statements, size_t workers, size_t clients, const int64_t *keys, size_t count, uint64_t *sum);

// The machine

// The same clock in all processes, in nanoseconds.
int64_t cf_now(void);
// Keeps the calling thread, and those that it starts from then on, to one processor. 1 if that worked.
int cf_stay_on(int processor);
// Moves all threads of this process to one processor, or with -1 to all that there are.
void cf_move_to(int processor);
// How many bytes are allocated now; -1 where the system does not tell.
int64_t cf_allocated(void);

// Does some work. Instructions are counted inside this function alone: Valgrind knows it by its name.
void cf_counted(void (*work)(void *), void *argument);

// Checksums: every side mixes the same values in the same order.

static inline uint64_t cf_mix(uint64_t sum, uint64_t value) {
  return (((sum << 5) | (sum >> 59)) ^ value) * 0x9E3779B97F4A7C15ull;
}

static inline uint64_t cf_mix_bytes(uint64_t sum, const void *bytes, size_t count) {
  const unsigned char *at = (const unsigned char *)bytes;
  sum = cf_mix(sum, count);
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    sum = cf_mix(sum, word);
    at += 8;
    count -= 8;
  }
  uint64_t rest = 0;
  while (count > 0) rest = rest << 8 | at[--count];
  return cf_mix(sum, rest);
}

uint64_t cf_sum_integers(const cf_integers_rows *rows);
uint64_t cf_sum_texts(const cf_texts_rows *rows);
uint64_t cf_sum_prose(const cf_prose_rows *rows);
uint64_t cf_sum_scores(const cf_score_rows *rows);

#endif
