#include "library.h"

#include <stdio.h>
#include <stdlib.h>

// What ORDA sets every session to.
static const char settings[] =
    "-c client_encoding=UTF8 -c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c bytea_output=hex "
    "-c extra_float_digits=1 -c standard_conforming_strings=on";

PGconn *cp_open(cp_address address, const char *database, int replicates) {
  char port[12];
  snprintf(port, sizeof port, "%u", address.port);
  const char *names[] = {
      "host", "port", "user", "dbname", "application_name", "client_encoding", "gssencmode", "keepalives_idle",
      "options", "sslmode", "sslrootcert", replicates ? "replication" : NULL, NULL};
  const char *values[] = {
      address.folder == NULL ? "127.0.0.1" : address.folder, port, "postgres", database, "floor", "UTF8", "disable",
      "60", settings, address.folder == NULL ? "prefer" : "disable", "/nonexistent", "database", NULL};
  return PQconnectdbParams(names, values, 0);
}

int cp_connect(cp_address address, const char *database, cp_connection **out) {
  PGconn *pq = cp_open(address, database, 0);
  *out = (cp_connection *)pq;
  return pq != NULL && PQstatus(pq) == CONNECTION_OK;
}

void cp_close(cp_connection *connection) { PQfinish(cp_conn(connection)); }

const char *cp_message(cp_connection *connection) { return PQerrorMessage(cp_conn(connection)); }

// 1 if a result is no error; it is freed.
static int succeeded(PGresult *result) {
  ExecStatusType status = PQresultStatus(result);
  PQclear(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

int cp_execute(cp_connection *connection, const char *sql) { return succeeded(PQexec(cp_conn(connection), sql)); }

int cp_number(cp_connection *connection, const char *sql, uint64_t *number) {
  PGresult *result = PQexec(cp_conn(connection), sql);
  int found = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0;
  if (found) *number = strtoull(PQgetvalue(result, 0, 0), NULL, 10);
  PQclear(result);
  return found;
}

int cp_prepare(cp_connection *connection, const char *name, const char *sql) {
  return succeeded(PQprepare(cp_conn(connection), name, sql, 0, NULL));
}
