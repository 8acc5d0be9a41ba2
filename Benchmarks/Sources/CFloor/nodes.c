#include "CFloor.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "storage.h"

static cf_text make_text(const char *format, size_t number) {
  char buffer[64];
  int count = snprintf(buffer, sizeof buffer, format, number);
  cf_text text = {malloc((size_t)count + 1), count};
  memcpy(text.bytes, buffer, (size_t)count + 1);
  return text;
}

cf_nodes cf_make_nodes(size_t count) {
  cf_nodes nodes = {malloc(count * sizeof(cf_node)), count};
  for (size_t n = 0; n < count; n++) {
    nodes.rows[n].name = make_text("setting %zu", n);
    nodes.rows[n].value = make_text("This is what setting %zu is set to", n);
  }
  return nodes;
}

int cf_insert_nodes(sqlite3_stmt *statement, int64_t parent, int64_t first, const cf_node *rows, size_t count) {
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) {
    const cf_node *row = &rows[n];
    sqlite3_bind_int64(statement, 1, first + (int64_t)n);
    sqlite3_bind_int64(statement, 2, parent);
    sqlite3_bind_text(statement, 3, row->name.bytes, (int)row->name.count, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 4, row->name.bytes, (int)row->name.count, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, 128);
    sqlite3_bind_null(statement, 6);
    sqlite3_bind_null(statement, 7);
    sqlite3_bind_null(statement, 8);
    sqlite3_bind_text(statement, 9, row->value.bytes, (int)row->value.count, SQLITE_STATIC);
    sqlite3_bind_null(statement, 10);
    sqlite3_bind_int64(statement, 11, row->value.count);
    code = sqlite3_step(statement) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
    sqlite3_reset(statement);
  }
  return code;
}

int cf_collect_keys(sqlite3_stmt *statement, int64_t **keys, size_t *count) {
  size_t capacity = 1024;
  *keys = malloc(capacity * sizeof(int64_t));
  *count = 0;
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (*count == capacity) {
      capacity *= 2;
      *keys = realloc(*keys, capacity * sizeof(int64_t));
    }
    (*keys)[(*count)++] = sqlite3_column_int64(statement, 0);
  }
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}
