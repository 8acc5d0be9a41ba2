#ifndef ORDA_CSQLITE_LISTS_H
#define ORDA_CSQLITE_LISTS_H

// Lists that are bound as one parameter: orda_list(?) is a table whose rows are those of the list that is bound. The pointer
// goes by sqlite3_bind_pointer, so that no SQL can make one up, and the statement that it is bound to owns it.

#include <stdlib.h>
#include <string.h>

// How many columns the table has, c0 to c15; behind them stands the hidden one that takes the list.
#define ORDA_LIST_COLUMNS 16
#define ORDA_LIST_TYPE "orda-list"

typedef struct {
  int type;
  sqlite3_uint64 length;
  union {
    sqlite3_int64 integer;
    double real;
    // While the list is made, where its bytes begin; then their address.
    size_t offset;
    const char *bytes;
  } value;
} orda_list_cell;

typedef struct {
  int columns;
  size_t count, capacity;
  orda_list_cell *cells;
  size_t used, room;
  char *bytes;
} orda_list;

static inline orda_list *orda_list_make(int columns, size_t rows) {
  orda_list *list = (orda_list *)calloc(1, sizeof *list);
  if (!list) return 0;
  list->columns = columns;
  list->capacity = rows * (size_t)columns;
  list->cells = (orda_list_cell *)malloc((list->capacity ? list->capacity : 1) * sizeof *list->cells);
  if (list->cells) return list;
  free(list);
  return 0;
}

static inline void orda_list_free(void *context) {
  orda_list *list = (orda_list *)context;
  if (!list) return;
  free(list->cells);
  free(list->bytes);
  free(list);
}

// The next cell; null where there are as many as were announced.
static inline orda_list_cell *orda_list_next(orda_list *list) {
  return list->count < list->capacity ? list->cells + list->count++ : 0;
}

static inline int orda_list_add_null(orda_list *list) {
  orda_list_cell *cell = orda_list_next(list);
  if (cell) cell->type = SQLITE_NULL;
  return cell != 0;
}

static inline int orda_list_add_integer(orda_list *list, sqlite3_int64 value) {
  orda_list_cell *cell = orda_list_next(list);
  if (!cell) return 0;
  cell->type = SQLITE_INTEGER;
  cell->value.integer = value;
  return 1;
}

static inline int orda_list_add_real(orda_list *list, double value) {
  orda_list_cell *cell = orda_list_next(list);
  if (!cell) return 0;
  cell->type = SQLITE_FLOAT;
  cell->value.real = value;
  return 1;
}

// Adds a text or a blob, which is copied; 0 where there is no memory for it.
static inline int orda_list_add_bytes(orda_list *list, int type, const void *bytes, size_t length) {
  if (list->room - list->used < length) {
    size_t room = list->room ? list->room * 2 : 1024;
    if (room < list->used + length) room = list->used + length;
    char *grown = (char *)realloc(list->bytes, room);
    if (!grown) return 0;
    list->bytes = grown;
    list->room = room;
  }
  orda_list_cell *cell = orda_list_next(list);
  if (!cell) return 0;
  if (length) memcpy(list->bytes + list->used, bytes, length);
  cell->type = type;
  cell->length = length;
  cell->value.offset = list->used;
  list->used += length;
  return 1;
}

static inline int orda_list_compare(const void *first, const void *second) {
  const orda_list_cell *a = (const orda_list_cell *)first, *b = (const orda_list_cell *)second;
  if (a->type != b->type) return a->type - b->type;
  switch (a->type) {
    case SQLITE_INTEGER:
      return (a->value.integer > b->value.integer) - (a->value.integer < b->value.integer);
    case SQLITE_FLOAT: return (a->value.real > b->value.real) - (a->value.real < b->value.real);
    case SQLITE_TEXT:
    case SQLITE_BLOB: {
      sqlite3_uint64 shared = a->length < b->length ? a->length : b->length;
      int order = shared ? memcmp(a->value.bytes, b->value.bytes, (size_t)shared) : 0;
      return order ? order : (a->length > b->length) - (a->length < b->length);
    }
    default: return 0;
  }
}

// Ends the making of a list. Values in their order take SQLite half the time to collect, and rows are then looked up in
// the order in which they lie.
static inline void orda_list_finish(orda_list *list) {
  // An empty buffer has an address too: SQLite takes a null pointer for NULL.
  static const char nothing[1] = {0};
  int is_sorted = 1;
  for (size_t i = 0; i < list->count; i++) {
    orda_list_cell *cell = list->cells + i;
    if (cell->type == SQLITE_TEXT || cell->type == SQLITE_BLOB)
      cell->value.bytes = list->bytes ? list->bytes + cell->value.offset : nothing;
    if (i > 0 && is_sorted && list->columns == 1) is_sorted = orda_list_compare(cell - 1, cell) <= 0;
  }
  if (!is_sorted) qsort(list->cells, list->count, sizeof *list->cells, orda_list_compare);
}

static inline int orda_sqlite3_bind_list(sqlite3_stmt *statement, int parameter, orda_list *list) {
  return sqlite3_bind_pointer(statement, parameter, list, ORDA_LIST_TYPE, orda_list_free);
}

// MARK: The table

typedef struct {
  sqlite3_vtab_cursor base;
  const orda_list *list;
  size_t row, rows;
} orda_list_cursor;

static inline int orda_list_connect(
    sqlite3 *db, void *context, int count, const char *const *arguments, sqlite3_vtab **table, char **message) {
  int code = sqlite3_declare_vtab(
      db, "CREATE TABLE list(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, list HIDDEN)");
  if (code != SQLITE_OK) return code;
  *table = (sqlite3_vtab *)sqlite3_malloc(sizeof **table);
  if (!*table) return SQLITE_NOMEM;
  memset(*table, 0, sizeof **table);
  // For statements alone: a view or a trigger can bind nothing.
  return sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
}

static inline int orda_list_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static inline int orda_list_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  for (int i = 0; i < info->nConstraint; i++) {
    if (info->aConstraint[i].iColumn != ORDA_LIST_COLUMNS) continue;
    if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (!info->aConstraint[i].usable) return SQLITE_CONSTRAINT;
    info->aConstraintUsage[i].argvIndex = 1;
    info->aConstraintUsage[i].omit = 1;
  }
  info->estimatedCost = 1;
  info->estimatedRows = 100;
  return SQLITE_OK;
}

static inline int orda_list_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
  orda_list_cursor *opened = (orda_list_cursor *)sqlite3_malloc(sizeof *opened);
  if (!opened) return SQLITE_NOMEM;
  memset(opened, 0, sizeof *opened);
  *cursor = &opened->base;
  return SQLITE_OK;
}

static inline int orda_list_close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static inline int orda_list_filter(
    sqlite3_vtab_cursor *cursor, int number, const char *text, int count, sqlite3_value **arguments) {
  orda_list_cursor *list = (orda_list_cursor *)cursor;
  list->row = 0;
  list->list = count > 0 ? (const orda_list *)sqlite3_value_pointer(arguments[0], ORDA_LIST_TYPE) : 0;
  if (list->list) {
    list->rows = list->list->count / (size_t)list->list->columns;
    return SQLITE_OK;
  }
  sqlite3_free(cursor->pVtab->zErrMsg);
  cursor->pVtab->zErrMsg = sqlite3_mprintf("a parameter takes a list, and no list is bound to it");
  return SQLITE_ERROR;
}

static inline int orda_list_advance(sqlite3_vtab_cursor *cursor) {
  ((orda_list_cursor *)cursor)->row++;
  return SQLITE_OK;
}

static inline int orda_list_is_at_end(sqlite3_vtab_cursor *cursor) {
  orda_list_cursor *list = (orda_list_cursor *)cursor;
  return list->row >= list->rows;
}

// What a text or a blob is given as stays where it is: the list is the statement's until that is reset.
static inline int orda_list_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
  const orda_list *list = ((orda_list_cursor *)cursor)->list;
  if (column >= list->columns) return SQLITE_OK;
  const orda_list_cell *cell = list->cells + ((orda_list_cursor *)cursor)->row * (size_t)list->columns + column;
  switch (cell->type) {
    case SQLITE_INTEGER: sqlite3_result_int64(context, cell->value.integer); break;
    case SQLITE_FLOAT: sqlite3_result_double(context, cell->value.real); break;
    case SQLITE_TEXT:
      sqlite3_result_text64(context, cell->value.bytes, cell->length, SQLITE_STATIC, SQLITE_UTF8);
      break;
    case SQLITE_BLOB: sqlite3_result_blob64(context, cell->value.bytes, cell->length, SQLITE_STATIC); break;
    default: break;
  }
  return SQLITE_OK;
}

static inline int orda_list_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  *rowid = (sqlite3_int64)((orda_list_cursor *)cursor)->row;
  return SQLITE_OK;
}

// Makes orda_list known to a connection. It has no xCreate, so that it is there without being created.
static inline int orda_sqlite3_add_lists(sqlite3 *db) {
  static const sqlite3_module module = {
      .xConnect = orda_list_connect,
      .xBestIndex = orda_list_best_index,
      .xDisconnect = orda_list_disconnect,
      .xOpen = orda_list_open,
      .xClose = orda_list_close,
      .xFilter = orda_list_filter,
      .xNext = orda_list_advance,
      .xEof = orda_list_is_at_end,
      .xColumn = orda_list_column,
      .xRowid = orda_list_rowid,
  };
  return sqlite3_create_module(db, "orda_list", &module, 0);
}

#endif
