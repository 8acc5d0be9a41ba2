#include "CFloor.h"

#include <sqlite3.h>

static inline void bind_text(sqlite3_stmt *statement, int parameter, cf_text text) {
  sqlite3_bind_text(statement, parameter, text.bytes, (int)text.count, SQLITE_STATIC);
}

static inline int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int cf_insert_integers(sqlite3_stmt *statement, const cf_integers *rows, size_t count) {
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) {
    const cf_integers *row = &rows[n];
    sqlite3_bind_int64(statement, 1, row->a);
    sqlite3_bind_int64(statement, 2, row->b);
    sqlite3_bind_int64(statement, 3, row->c);
    sqlite3_bind_int64(statement, 4, row->d);
    sqlite3_bind_int64(statement, 5, row->e);
    sqlite3_bind_int64(statement, 6, row->f);
    sqlite3_bind_int64(statement, 7, row->g);
    sqlite3_bind_int64(statement, 8, row->h);
    sqlite3_bind_int64(statement, 9, row->i);
    sqlite3_bind_int64(statement, 10, row->j);
    code = run(statement);
  }
  return code;
}

int cf_insert_texts(sqlite3_stmt *statement, const cf_texts *rows, size_t count) {
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) {
    const cf_texts *row = &rows[n];
    bind_text(statement, 1, row->a);
    bind_text(statement, 2, row->b);
    bind_text(statement, 3, row->c);
    bind_text(statement, 4, row->d);
    bind_text(statement, 5, row->e);
    code = run(statement);
  }
  return code;
}

int cf_insert_prose(sqlite3_stmt *statement, const cf_prose *rows, size_t count) {
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) {
    sqlite3_bind_int64(statement, 1, rows[n].id);
    bind_text(statement, 2, rows[n].text);
    code = run(statement);
  }
  return code;
}

int cf_insert_scores(sqlite3_stmt *statement, const cf_score *rows, size_t count) {
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) {
    sqlite3_bind_int64(statement, 1, rows[n].id);
    bind_text(statement, 2, rows[n].name);
    sqlite3_bind_double(statement, 3, rows[n].score);
    code = run(statement);
  }
  return code;
}

int cf_insert_keys(sqlite3_stmt *statement, const int64_t *keys, size_t count) {
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) {
    sqlite3_bind_int64(statement, 1, keys[n]);
    code = run(statement);
  }
  return code;
}

size_t cf_write_keys(
    char *out, const char *start, size_t start_length, const int64_t *keys, size_t count, const char *between,
    const char *end, size_t end_length) {
  size_t length = strlen(between);
  char *at = out;
  memcpy(at, start, start_length);
  at += start_length;
  for (size_t n = 0; n < count; n++) {
    char digits[20];
    int first = 20;
    uint64_t rest = (uint64_t)keys[n];
    do {
      digits[--first] = (char)('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    if (n > 0) {
      memcpy(at, between, length);
      at += length;
    }
    memcpy(at, digits + first, (size_t)(20 - first));
    at += 20 - first;
  }
  memcpy(at, end, end_length);
  return (size_t)(at + end_length - out);
}

int cf_run_new_texts(sqlite3 *database, const char *const *texts, size_t count) {
  for (size_t n = 0; n < count; n++) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, texts[n], -1, &statement, NULL);
    if (code != SQLITE_OK) return code;
    code = sqlite3_step(statement);
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE) return code;
  }
  return SQLITE_OK;
}

int cf_play(sqlite3_stmt *statement, int64_t key) {
  sqlite3_bind_int64(statement, 1, key);
  return run(statement);
}

int cf_write_each(
    sqlite3_stmt *begin, sqlite3_stmt *update, sqlite3_stmt *commit, int64_t value, const int64_t *keys, size_t count) {
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) {
    if (begin != NULL) code = run(begin);
    if (code != SQLITE_OK) return code;
    sqlite3_bind_int64(update, 1, value);
    sqlite3_bind_int64(update, 2, keys[n]);
    code = run(update);
    if (code == SQLITE_OK && commit != NULL) code = run(commit);
  }
  return code;
}
