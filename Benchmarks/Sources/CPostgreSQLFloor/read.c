#include "library.h"
#include "storage.h"

// PostgreSQL counts from 1 January 2000.
static const int64_t epoch = 946684800000000;

static inline void take(const PGresult *from, int line, int has_time, cp_track *row) {
  uint64_t bits = cp_get64(PQgetvalue(from, line, 2));
  row->id = (int32_t)cp_get32(PQgetvalue(from, line, 0));
  row->name = cf_copy(PQgetvalue(from, line, 1), (size_t)PQgetlength(from, line, 1));
  memcpy(&row->score, &bits, sizeof bits);
  row->at = has_time ? (int64_t)cp_get64(PQgetvalue(from, line, 3)) + epoch : 0;
}

int cp_lookup(cp_connection *connection, const char *name, const int64_t *keys, size_t count, cp_tracks *out) {
  PGconn *pq = cp_conn(connection);
  out->rows = malloc((count == 0 ? 1 : count) * sizeof *out->rows);
  if (out->rows == NULL) abort();
  out->capacity = count;
  char key[4];
  const char *const values[] = {key};
  const int lengths[] = {sizeof key}, formats[] = {1};
  for (size_t n = 0; n < count; n++) {
    cp_put32(key, (uint32_t)keys[n]);
    PGresult *result = PQexecPrepared(pq, name, 1, values, lengths, formats, 1);
    int worked = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (worked && PQntuples(result) > 0) take(result, 0, 1, &out->rows[out->count++]);
    PQclear(result);
    if (!worked) return 0;
  }
  return 1;
}

int cp_scan(cp_connection *connection, const char *name, cp_tracks *out) {
  PGconn *pq = cp_conn(connection);
  if (!PQsendQueryPrepared(pq, name, 0, NULL, NULL, NULL, 1) || !PQsetSingleRowMode(pq)) return 0;
  int worked = 1;
  for (PGresult *result; (result = PQgetResult(pq)) != NULL; PQclear(result)) {
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_SINGLE_TUPLE) {
      CF_GROW(out);
      take(result, 0, PQnfields(result) > 3, &out->rows[out->count++]);
    } else if (status != PGRES_TUPLES_OK) {
      worked = 0;
    }
  }
  return worked;
}
