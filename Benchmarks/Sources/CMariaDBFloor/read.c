#include "library.h"
#include "storage.h"

// Where the library puts a row's values.
typedef struct {
  int32_t id;
  char name[128];
  unsigned long length;
  double score;
  MYSQL_TIME at;
} place;

static int bind_place(MYSQL_STMT *statement, place *at) {
  MYSQL_BIND columns[4] = {
      {.buffer_type = MYSQL_TYPE_LONG, .buffer = &at->id},
      {.buffer_type = MYSQL_TYPE_STRING, .buffer = at->name, .buffer_length = sizeof at->name, .length = &at->length},
      {.buffer_type = MYSQL_TYPE_DOUBLE, .buffer = &at->score},
      {.buffer_type = MYSQL_TYPE_DATETIME, .buffer = &at->at},
  };
  return mysql_stmt_bind_result(statement, columns);
}

static inline void take(const place *from, cm_track *row) {
  row->id = from->id;
  row->name = cf_copy(from->name, from->length);
  row->score = from->score;
  row->at = (cm_timestamp){
      (int16_t)from->at.year,  (uint8_t)from->at.month,  (uint8_t)from->at.day,         (uint8_t)from->at.hour,
      (uint8_t)from->at.minute, (uint8_t)from->at.second, (int32_t)from->at.second_part,
  };
}

int cm_lookup(cm_statement *handle, const int64_t *keys, size_t count, cm_tracks *out) {
  MYSQL_STMT *statement = cm_stmt(handle);
  out->rows = malloc((count == 0 ? 1 : count) * sizeof *out->rows);
  if (out->rows == NULL) abort();
  out->capacity = count;
  int32_t key = 0;
  MYSQL_BIND parameter = {.buffer_type = MYSQL_TYPE_LONG, .buffer = &key};
  place at = {0};
  if (mysql_stmt_bind_param(statement, &parameter) || bind_place(statement, &at))
    return (int)mysql_stmt_errno(statement);
  for (size_t n = 0; n < count; n++) {
    key = (int32_t)keys[n];
    int code = mysql_stmt_execute(statement);
    if (code == 0) code = mysql_stmt_fetch(statement);
    if (code == 0) {
      take(&at, &out->rows[out->count++]);
      // The second call reads the end of the rows.
      code = mysql_stmt_fetch(statement);
    }
    if (code != MYSQL_NO_DATA) return (int)mysql_stmt_errno(statement);
  }
  return 0;
}

int cm_scan(cm_statement *handle, cm_tracks *out) {
  MYSQL_STMT *statement = cm_stmt(handle);
  place at = {0};
  if (mysql_stmt_execute(statement) || bind_place(statement, &at)) return (int)mysql_stmt_errno(statement);
  int code;
  while ((code = mysql_stmt_fetch(statement)) == 0) {
    CF_GROW(out);
    take(&at, &out->rows[out->count++]);
  }
  return code == MYSQL_NO_DATA ? 0 : (int)mysql_stmt_errno(statement);
}
