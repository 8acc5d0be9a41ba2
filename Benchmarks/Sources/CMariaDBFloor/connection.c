#include "library.h"

#include <mariadb/errmsg.h>
#include <stdlib.h>

// The options that ORDA sets, too.
static const unsigned timeout = 10, no = 0, tcp = MYSQL_PROTOCOL_TCP;

int cm_connect(cm_address address, int is_new, cm_connection **out) {
  MYSQL *mysql = mysql_init(NULL);
  *out = (cm_connection *)mysql;
  if (mysql == NULL) return CR_OUT_OF_MEMORY;
  mysql_options(mysql, MYSQL_OPT_CONNECT_TIMEOUT, &timeout);
  mysql_options(mysql, MYSQL_OPT_LOCAL_INFILE, &no);
  mysql_options(mysql, MYSQL_SET_CHARSET_NAME, "utf8mb4");
  if (address.socket == NULL) mysql_options(mysql, MYSQL_OPT_PROTOCOL, &tcp);
  const char *host = address.socket == NULL ? "127.0.0.1" : "localhost";
  const char *database = is_new ? NULL : "bench";
  mysql_real_connect(mysql, host, "root", NULL, database, address.port, address.socket, 0);
  return (int)mysql_errno(mysql);
}

int cm_set_up(cm_connection *connection, const char *statement, const char *question, const char *second) {
  MYSQL *mysql = cm_mysql(connection);
  if (mysql_send_query(mysql, statement, strlen(statement)) != 0 ||
      mysql_send_query(mysql, question, strlen(question)) != 0 ||
      mysql_send_query(mysql, second, strlen(second)) != 0 || mysql_read_query_result(mysql) != 0)
    return (int)mysql_errno(mysql);
  for (int answer = 0; answer < 2; answer++) {
    if (mysql_read_query_result(mysql) != 0) return (int)mysql_errno(mysql);
    MYSQL_RES *rows = mysql_store_result(mysql);
    if (rows == NULL) return (int)mysql_errno(mysql);
    MYSQL_ROW row = mysql_fetch_row(rows);
    mysql_free_result(rows);
    if (row == NULL) return CR_UNKNOWN_ERROR;
  }
  return 0;
}

void cm_close(cm_connection *connection) { mysql_close(cm_mysql(connection)); }

const char *cm_message(cm_connection *connection) { return mysql_error(cm_mysql(connection)); }

int cm_execute(cm_connection *connection, const char *sql) {
  MYSQL *mysql = cm_mysql(connection);
  if (mysql_query(mysql, sql) == 0) {
    MYSQL_RES *rows = mysql_store_result(mysql);
    if (rows != NULL) mysql_free_result(rows);
  }
  return (int)mysql_errno(mysql);
}

int cm_prepare(cm_connection *connection, const char *sql, cm_statement **out) {
  MYSQL_STMT *stmt = mysql_stmt_init(cm_mysql(connection));
  *out = (cm_statement *)stmt;
  if (stmt == NULL) return CR_OUT_OF_MEMORY;
  mysql_stmt_prepare(stmt, sql, strlen(sql));
  return (int)mysql_stmt_errno(stmt);
}

void cm_finalize(cm_statement *statement) { mysql_stmt_close(cm_stmt(statement)); }

const char *cm_statement_message(cm_statement *statement) { return mysql_stmt_error(cm_stmt(statement)); }

int cm_connections(cm_connection *connection, uint64_t *count) {
  MYSQL *mysql = cm_mysql(connection);
  *count = 0;
  if (mysql_query(mysql, "SHOW GLOBAL STATUS LIKE 'Connections'") != 0) return (int)mysql_errno(mysql);
  MYSQL_RES *rows = mysql_store_result(mysql);
  if (rows == NULL) return (int)mysql_errno(mysql);
  MYSQL_ROW row = mysql_fetch_row(rows);
  if (row != NULL && row[1] != NULL) *count = strtoull(row[1], NULL, 10);
  mysql_free_result(rows);
  return 0;
}
