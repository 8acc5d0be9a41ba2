#include "library.h"

enum { at_once = 1000 };

// The library takes arrays of values, one for each column.
typedef struct {
  int32_t ids[at_once];
  char *names[at_once];
  unsigned long lengths[at_once];
  double scores[at_once];
} columns;

int cm_insert(cm_statement *handle, const cm_track *rows, size_t count) {
  MYSQL_STMT *statement = cm_stmt(handle);
  columns all;
  MYSQL_BIND parameters[3] = {
      {.buffer_type = MYSQL_TYPE_LONG, .buffer = all.ids},
      {.buffer_type = MYSQL_TYPE_STRING, .buffer = all.names, .length = all.lengths},
      {.buffer_type = MYSQL_TYPE_DOUBLE, .buffer = all.scores},
  };
  for (size_t first = 0; first < count; first += at_once) {
    unsigned length = (unsigned)(count - first < at_once ? count - first : at_once);
    for (unsigned n = 0; n < length; n++) {
      const cm_track *row = &rows[first + n];
      all.ids[n] = (int32_t)row->id;
      all.names[n] = row->name.bytes;
      all.lengths[n] = (unsigned long)row->name.count;
      all.scores[n] = row->score;
    }
    if (mysql_stmt_attr_set(statement, STMT_ATTR_ARRAY_SIZE, &length) ||
        mysql_stmt_bind_param(statement, parameters) || mysql_stmt_execute(statement))
      return (int)mysql_stmt_errno(statement);
  }
  return 0;
}
