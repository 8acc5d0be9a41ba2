#include "CFloor.h"

#include <sqlite3.h>

#include "storage.h"

int cf_insert_object(sqlite3_stmt *statement, const void *id, int64_t revision, const char *json, size_t count) {
  sqlite3_bind_blob(statement, 1, id, 16, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 2, 1);
  sqlite3_bind_text(statement, 3, json, (int)count, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 4, revision);
  sqlite3_bind_int64(statement, 5, 0);
  sqlite3_bind_double(statement, 6, 800000000.5);
  sqlite3_bind_null(statement, 7);
  int code = sqlite3_step(statement) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
  sqlite3_reset(statement);
  return code;
}

int cf_read_object(sqlite3_stmt *statement, const void *id, int64_t *revision, cf_text *json) {
  sqlite3_bind_blob(statement, 1, id, 16, SQLITE_STATIC);
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    *revision = sqlite3_column_int64(statement, 2);
    const unsigned char *bytes = sqlite3_column_text(statement, 3);
    *json = cf_copy(bytes, (size_t)sqlite3_column_bytes(statement, 3));
    code = SQLITE_OK;
  }
  sqlite3_reset(statement);
  return code;
}

int cf_replace_object(
    sqlite3_stmt *statement, const void *id, int64_t expected, int64_t revision, const char *json, size_t count) {
  sqlite3_bind_text(statement, 1, json, (int)count, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 2, revision);
  sqlite3_bind_blob(statement, 3, id, 16, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 4, expected);
  int code = sqlite3_step(statement) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
  sqlite3_reset(statement);
  return code;
}

int cf_find_objects(sqlite3_stmt *statement, const void *key, size_t length, cf_text *out, size_t limit, size_t *count) {
  sqlite3_bind_blob(statement, 1, key, (int)length, SQLITE_STATIC);
  size_t found = 0;
  int code = SQLITE_DONE;
  while (found < limit && (code = sqlite3_step(statement)) == SQLITE_ROW) {
    const unsigned char *bytes = sqlite3_column_text(statement, 0);
    out[found++] = cf_copy(bytes, (size_t)sqlite3_column_bytes(statement, 0));
  }
  sqlite3_reset(statement);
  *count = found;
  return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}
