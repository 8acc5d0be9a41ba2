#ifndef ORDA_CMARIADB_ANSWERS_H
#define ORDA_CMARIADB_ANSWERS_H

#include <string.h>

#include "client.h"
#include "transport.h"

// Looks at a server's answers where the library believes what it is told, and would read or write where nothing is. The
// library has a table of functions for each connection, in which some are replaced.
struct orda_mariadb_methods {
  struct st_mariadb_methods table;
  const struct st_mariadb_methods *original;
  struct orda_mariadb_transport transport;
  // The statement that is being executed.
  MYSQL_STMT *executed;
  // How many answers have told columns: of a statement that it has described before, a server leaves them out.
  unsigned long descriptions;
  // How many of these described other columns than the statement had.
  unsigned long changes;
  // The number that the server gave the last statement that it was told to prepare.
  unsigned long last_statement;
  // The number by which a statement is executed whose preparing is not answered yet; 0 for none.
  unsigned long announced;
};

// How many bytes of length stand before a cell of variable length.
static inline unsigned int orda_mariadb_length_size(unsigned char first) {
  return first < 251 ? 1 : first == 252 ? 3 : first == 253 ? 4 : 9;
}

// Finds the cells of a row, and makes sure that each lies within it. The library's own function trusts some of the
// lengths that a server sends: a cell could begin or end outside the packet.
static inline int orda_mariadb_find_cells(MYSQL_STMT *s, unsigned char *row, unsigned long length) {
  const unsigned long nulls = ((unsigned long)s->field_count + 9) / 8;
  if (s->fields == 0 || s->bind == 0 || length < 1 + nulls || row[0] != 0) return MYSQL_DATA_MALFORMED;
  unsigned char *p = row + 1 + nulls;
  unsigned long left = length - 1 - nulls;
  for (unsigned int i = 0; i < s->field_count; i++) {
    if (row[1 + (i + 2) / 8] >> (i + 2) % 8 & 1) {
      s->bind[i].u.row_ptr = 0;
      continue;
    }
    unsigned long size;
    switch (s->fields[i].type) {
      case MYSQL_TYPE_NULL: size = 0; break;
      case MYSQL_TYPE_TINY: size = 1; break;
      case MYSQL_TYPE_SHORT:
      case MYSQL_TYPE_YEAR: size = 2; break;
      case MYSQL_TYPE_LONG:
      case MYSQL_TYPE_INT24:
      case MYSQL_TYPE_FLOAT: size = 4; break;
      case MYSQL_TYPE_LONGLONG:
      case MYSQL_TYPE_DOUBLE: size = 8; break;
      default: {
        if (left == 0 || *p == 251 || *p == 255) return MYSQL_DATA_MALFORMED;
        const unsigned int head = orda_mariadb_length_size(*p);
        if (left < head) return MYSQL_DATA_MALFORMED;
        unsigned long content = head == 1 ? *p : 0;
        for (unsigned int k = head - 1; k > 0; k--) content = content << 8 | p[k];
        if (content > left - head) return MYSQL_DATA_MALFORMED;
        s->bind[i].length_value = content;
        size = head + content;
      }
    }
    if (size > left) return MYSQL_DATA_MALFORMED;
    s->bind[i].u.row_ptr = p;
    p += size;
    left -= size;
  }
  return 0;
}

static inline int orda_mariadb_same_text(const char *a, const char *b) { return a == b || (a != 0 && b != 0 && strcmp(a, b) == 0); }

// Whether an answer describes the columns that a statement has.
static inline int orda_mariadb_same_columns(const MYSQL *m, const MYSQL_STMT *s) {
  if (s->field_count != m->field_count) return 0;
  for (unsigned int i = 0; i < s->field_count; i++) {
    const MYSQL_FIELD *a = &m->fields[i], *b = &s->fields[i];
    if (!orda_mariadb_same_text(a->name, b->name) || !orda_mariadb_same_text(a->org_name, b->org_name) ||
        !orda_mariadb_same_text(a->org_table, b->org_table) || !orda_mariadb_same_text(a->db, b->db)) {
      return 0;
    }
  }
  return 1;
}

// A server may leave the columns out, of a statement that it has described before. Else the library would look for them
// at address 0.
static inline int orda_mariadb_check_columns(MYSQL *m, int code, MYSQL_STMT *described) {
  struct orda_mariadb_methods *methods = (struct orda_mariadb_methods *)m->methods;
  if (code == 0 && m->fields != 0) methods->descriptions++;
  // The tables were changed since. The library would keep the old names, and fail after the server has run the statement where
  // the number of columns has changed. A statement without columns gets those of the answer.
  if (code == 0 && m->fields != 0 && m->field_count > 0 && described != 0 && described->fields != 0 &&
      described->field_count > 0 && !orda_mariadb_same_columns(m, described)) {
    described->field_count = 0;
    methods->changes++;
  }
  if (code != 0 || m->field_count == 0 || m->fields != 0) return code;
  if (described != 0 && described->fields != 0 && described->field_count > 0) {
    // The library would copy all names of the columns that it knows, and read their types from the copy. It is lent the
    // columns themselves, but where it makes them anew.
    if (described->field_count == m->field_count && (m->server_status & SERVER_MORE_RESULTS_EXIST) == 0) {
      m->fields = described->fields;
    }
    return 0;
  }
  m->methods->set_error(m, CR_MALFORMED_PACKET, "HY000", 0);
  return 1;
}
static inline int orda_mariadb_read_query_result(MYSQL *m) {
  const struct orda_mariadb_methods *methods = (const struct orda_mariadb_methods *)m->methods;
  return orda_mariadb_check_columns(m, methods->original->db_read_query_result(m), 0);
}
static inline int orda_mariadb_read_statement_result(MYSQL *m) {
  const struct orda_mariadb_methods *methods = (const struct orda_mariadb_methods *)m->methods;
  return orda_mariadb_check_columns(m, methods->original->db_read_stmt_result(m), methods->executed);
}

// No further result will come, whatever was announced: the library takes either of two flags for one.
static inline void orda_mariadb_forget_further_results(MYSQL *m) {
  m->server_status &= ~(SERVER_MORE_RESULTS_EXIST | SERVER_PS_OUT_PARAMS);
}

// Reads past the rows that are left of a result. Where the connection is lost meanwhile, no further result will come: told by
// the last answer that one would, the library would go on asking for it without end.
static inline void orda_mariadb_skip_rows(MYSQL_STMT *s) {
  MYSQL *m = s->mysql;
  const struct orda_mariadb_methods *methods = (const struct orda_mariadb_methods *)m->methods;
  methods->original->db_stmt_flush_unbuffered(s);
  if (m->net.pvio == 0) orda_mariadb_forget_further_results(m);
}

// Has the library use the functions above. The table is written to `methods`, which must outlive the connection.
static inline void orda_mariadb_check_answers(MYSQL *m, struct orda_mariadb_methods *methods) {
  methods->original = m->methods;
  methods->table = *m->methods;
  methods->executed = 0;
  methods->descriptions = 0;
  methods->changes = 0;
  methods->last_statement = 0;
  methods->announced = 0;
  methods->table.db_read_query_result = orda_mariadb_read_query_result;
  methods->table.db_read_stmt_result = orda_mariadb_read_statement_result;
  methods->table.db_stmt_fetch_to_bind = orda_mariadb_find_cells;
  methods->table.db_stmt_flush_unbuffered = orda_mariadb_skip_rows;
  m->methods = &methods->table;
  orda_mariadb_transport_directly(m, &methods->transport);
}

// The types of parameters are sent with the first execution alone. One that failed may have done so before the server looked
// at them, as where a node of a cluster rolls back: it would refuse all later ones. So they are sent once more.
static inline void orda_mariadb_forget_types(MYSQL_STMT *s) { s->send_types_to_server = 1; }

// mysql_stmt_execute, for statements of such a connection.
static inline int orda_mariadb_execute(MYSQL_STMT *s, struct orda_mariadb_methods *methods) {
  methods->executed = s;
  const int code = mysql_stmt_execute(s);
  methods->executed = 0;
  // What was lent is the statement's, which may go before the connection does.
  if (s->mysql != 0 && s->mysql->fields == s->fields) s->mysql->fields = 0;
  if (code != 0) orda_mariadb_forget_types(s);
  return code;
}

#endif
