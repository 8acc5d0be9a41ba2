#include "storage.h"

#include <sqlite3.h>

static inline cf_text text_at(sqlite3_stmt *statement, int column) {
  const void *bytes = sqlite3_column_text(statement, column);
  return cf_copy(bytes, (size_t)sqlite3_column_bytes(statement, column));
}

// Ends a statement: SQLITE_OK if it ran to its end, else the code that it stopped with.
static inline int finish(sqlite3_stmt *statement, int code) {
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int cf_scan_integers(sqlite3_stmt *statement, cf_integers_rows *out) {
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    CF_GROW(out);
    cf_integers *row = &out->rows[out->count++];
    row->a = sqlite3_column_int64(statement, 0);
    row->b = sqlite3_column_int64(statement, 1);
    row->c = sqlite3_column_int64(statement, 2);
    row->d = sqlite3_column_int64(statement, 3);
    row->e = sqlite3_column_int64(statement, 4);
    row->f = sqlite3_column_int64(statement, 5);
    row->g = sqlite3_column_int64(statement, 6);
    row->h = sqlite3_column_int64(statement, 7);
    row->i = sqlite3_column_int64(statement, 8);
    row->j = sqlite3_column_int64(statement, 9);
  }
  return finish(statement, code);
}

int cf_scan_texts(sqlite3_stmt *statement, cf_texts_rows *out) {
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    CF_GROW(out);
    cf_texts *row = &out->rows[out->count++];
    row->id = sqlite3_column_int64(statement, 0);
    row->a = text_at(statement, 1);
    row->b = text_at(statement, 2);
    row->c = text_at(statement, 3);
    row->d = text_at(statement, 4);
    row->e = text_at(statement, 5);
  }
  return finish(statement, code);
}

int cf_scan_prose(sqlite3_stmt *statement, cf_prose_rows *out) {
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    CF_GROW(out);
    cf_prose *row = &out->rows[out->count++];
    row->id = sqlite3_column_int64(statement, 0);
    row->text = text_at(statement, 1);
  }
  return finish(statement, code);
}

static inline void take_score(sqlite3_stmt *statement, cf_score *row) {
  row->id = sqlite3_column_int64(statement, 0);
  row->name = text_at(statement, 1);
  row->score = sqlite3_column_double(statement, 2);
}

int cf_scan_scores(sqlite3_stmt *statement, cf_score_rows *out) {
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    CF_GROW(out);
    take_score(statement, &out->rows[out->count++]);
  }
  return finish(statement, code);
}

int cf_lookup_scores(sqlite3_stmt *statement, const int64_t *keys, size_t count, cf_score_rows *out) {
  out->rows = malloc((count == 0 ? 1 : count) * sizeof *out->rows);
  if (out->rows == NULL) abort();
  out->capacity = count;
  for (size_t n = 0; n < count; n++) {
    sqlite3_bind_int64(statement, 1, keys[n]);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) take_score(statement, &out->rows[out->count++]);
    sqlite3_reset(statement);
    if (code != SQLITE_ROW) return code;
  }
  return SQLITE_OK;
}

int cf_lookup_new_texts(sqlite3 *database, const char *const *texts, size_t count, cf_score_rows *out) {
  out->rows = malloc((count == 0 ? 1 : count) * sizeof *out->rows);
  if (out->rows == NULL) abort();
  out->capacity = count;
  for (size_t n = 0; n < count; n++) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, texts[n], -1, &statement, NULL);
    if (code != SQLITE_OK) return code;
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) take_score(statement, &out->rows[out->count++]);
    sqlite3_finalize(statement);
    if (code != SQLITE_ROW) return code;
  }
  return SQLITE_OK;
}

int cf_read_ranges(sqlite3_stmt *statement, const int64_t *firsts, size_t count, int64_t length, uint64_t *sum) {
  uint64_t total = 0;
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) {
    cf_score_rows found = {0};
    sqlite3_bind_int64(statement, 1, firsts[n]);
    sqlite3_bind_int64(statement, 2, firsts[n] + length);
    code = cf_scan_scores(statement, &found);
    for (size_t row = 0; row < found.count; row++)
      total += (uint64_t)found.rows[row].id + (uint64_t)found.rows[row].name.count;
    cf_free_scores(&found);
  }
  *sum = total;
  return code;
}

int cf_number(sqlite3_stmt *statement, int64_t *number) {
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
  sqlite3_reset(statement);
  return code == SQLITE_ROW ? SQLITE_OK : code;
}
