#include "library.h"

#include <string.h>

#include "storage.h"

enum { at_once = 1000 };

int cm_insert_objects(cm_statement *handle, const cm_object *objects, size_t count) {
  MYSQL_STMT *statement = cm_stmt(handle);
  static char *ids[at_once], *texts[at_once];
  static unsigned long widths[at_once], lengths[at_once];
  static int64_t revisions[at_once];
  MYSQL_BIND parameters[3] = {
      {.buffer_type = MYSQL_TYPE_BLOB, .buffer = ids, .length = widths},
      {.buffer_type = MYSQL_TYPE_STRING, .buffer = texts, .length = lengths},
      {.buffer_type = MYSQL_TYPE_LONGLONG, .buffer = revisions},
  };
  for (size_t first = 0; first < count; first += at_once) {
    unsigned length = (unsigned)(count - first < at_once ? count - first : at_once);
    for (unsigned n = 0; n < length; n++) {
      const cm_object *object = &objects[first + n];
      ids[n] = (char *)object->id;
      widths[n] = 16;
      texts[n] = (char *)object->json;
      lengths[n] = object->count;
      revisions[n] = object->revision;
    }
    if (mysql_stmt_attr_set(statement, STMT_ATTR_ARRAY_SIZE, &length) ||
        mysql_stmt_bind_param(statement, parameters) || mysql_stmt_execute(statement))
      return (int)mysql_stmt_errno(statement);
  }
  return 0;
}

int cm_read_object(cm_statement *handle, const void *id, int64_t *revision, cf_text *json) {
  MYSQL_STMT *statement = cm_stmt(handle);
  unsigned long width = 16, length = 0;
  char text[1024];
  MYSQL_BIND parameter = {.buffer_type = MYSQL_TYPE_BLOB, .buffer = (void *)id, .length = &width};
  MYSQL_BIND columns[2] = {
      {.buffer_type = MYSQL_TYPE_LONGLONG, .buffer = revision},
      {.buffer_type = MYSQL_TYPE_STRING, .buffer = text, .buffer_length = sizeof text, .length = &length},
  };
  if (mysql_stmt_bind_param(statement, &parameter) || mysql_stmt_execute(statement) ||
      mysql_stmt_bind_result(statement, columns) || mysql_stmt_fetch(statement))
    return (int)mysql_stmt_errno(statement);
  *json = cf_copy(text, length);
  // Reads the end of the rows.
  return mysql_stmt_fetch(statement) == MYSQL_NO_DATA ? 0 : (int)mysql_stmt_errno(statement);
}

int cm_replace_object(cm_statement *handle, const cm_object *object) {
  MYSQL_STMT *statement = cm_stmt(handle);
  unsigned long width = 16, length = object->count;
  int64_t revision = object->revision;
  MYSQL_BIND parameters[3] = {
      {.buffer_type = MYSQL_TYPE_STRING, .buffer = (void *)object->json, .length = &length},
      {.buffer_type = MYSQL_TYPE_LONGLONG, .buffer = &revision},
      {.buffer_type = MYSQL_TYPE_BLOB, .buffer = (void *)object->id, .length = &width},
  };
  if (mysql_stmt_bind_param(statement, parameters) || mysql_stmt_execute(statement))
    return (int)mysql_stmt_errno(statement);
  return 0;
}
