#include "storage.h"

#include <sqlite3.h>

static inline cf_text text_at(sqlite3_stmt *statement, int column) {
  const void *bytes = sqlite3_column_text(statement, column);
  return cf_copy(bytes, (size_t)sqlite3_column_bytes(statement, column));
}

static inline int collect(sqlite3_stmt *statement, int64_t parent, int64_t *keys, int limit, int *count) {
  int code;
  *count = 0;
  sqlite3_bind_int64(statement, 1, parent);
  while ((code = sqlite3_step(statement)) == SQLITE_ROW && *count < limit)
    keys[(*count)++] = sqlite3_column_int64(statement, 0);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static inline int children(sqlite3_stmt *statement, const int64_t *keys, int count, uint64_t *sum) {
  int code;
  for (int n = 0; n < count; n++) sqlite3_bind_int64(statement, n + 1, keys[n]);
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    cf_text name = text_at(statement, 1);
    *sum += (uint64_t)sqlite3_column_int64(statement, 0) + (uint64_t)name.count;
    free(name.bytes);
  }
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int cf_read_note(sqlite3_stmt *const statements[5], int64_t key, uint64_t *sum) {
  sqlite3_bind_int64(statements[0], 1, key);
  int code = sqlite3_step(statements[0]);
  if (code == SQLITE_ROW) {
    cf_text title = text_at(statements[0], 1);
    *sum += (uint64_t)sqlite3_column_int64(statements[0], 0) + (uint64_t)title.count;
    free(title.bytes);
  }
  sqlite3_reset(statements[0]);
  if (code != SQLITE_ROW) return code;
  code = SQLITE_OK;
  for (int place = 0; place < 2 && code == SQLITE_OK; place++) {
    int64_t keys[5];
    int count;
    code = collect(statements[1 + place], key, keys, 5, &count);
    if (code == SQLITE_OK) code = children(statements[3 + place], keys, count, sum);
  }
  return code;
}
