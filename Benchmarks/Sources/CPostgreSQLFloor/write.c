#include "library.h"

#include <poll.h>

// How many rows are sent before the answers are looked at.
enum { at_once = 500 };

// Takes the answers that have come, or waits for so many.
static int take_answers(PGconn *pq, size_t sent, size_t *answered, int waits) {
  while (*answered < sent) {
    if (!waits && PQisBusy(pq)) {
      if (!PQconsumeInput(pq)) return 0;
      if (PQisBusy(pq)) return 1;
    }
    PGresult *result = PQgetResult(pq);
    // Each statement's results end with a NULL.
    if (result == NULL) continue;
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    if (status != PGRES_COMMAND_OK) return 0;
    *answered += 1;
  }
  return 1;
}

// Sends what is buffered. While the socket is full it waits, and takes what comes: the server, too, waits for its answers to
// be read.
static int send_all(PGconn *pq) {
  int left;
  while ((left = PQflush(pq)) > 0) {
    struct pollfd socket = {PQsocket(pq), POLLIN | POLLOUT, 0};
    if (poll(&socket, 1, -1) < 0 || (socket.revents & POLLIN && !PQconsumeInput(pq))) return 0;
  }
  return left == 0;
}

static int send_rows(PGconn *pq, const char *name, const cp_track *rows, size_t count) {
  char id[4], score[8];
  size_t answered = 0;
  const int formats[] = {1, 1, 1};
  for (size_t n = 0; n < count; n++) {
    uint64_t bits;
    memcpy(&bits, &rows[n].score, sizeof bits);
    cp_put32(id, (uint32_t)rows[n].id);
    cp_put64(score, bits);
    const char *const values[] = {id, rows[n].name.bytes, score};
    const int lengths[] = {sizeof id, (int)rows[n].name.count, sizeof score};
    if (!PQsendQueryPrepared(pq, name, 3, values, lengths, formats, 1)) return 0;
    if ((n + 1) % at_once == 0 && (!PQsendFlushRequest(pq) || !send_all(pq) || !take_answers(pq, n + 1, &answered, 0)))
      return 0;
  }
  if (!PQpipelineSync(pq) || !send_all(pq) || !take_answers(pq, count, &answered, 1)) return 0;
  for (PGresult *result;;) {
    if ((result = PQgetResult(pq)) == NULL) continue;
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_PIPELINE_SYNC;
  }
}

int cp_insert(cp_connection *connection, const char *name, const cp_track *rows, size_t count) {
  PGconn *pq = cp_conn(connection);
  // Else a full socket would block while the server waits for its answers to be read.
  if (PQsetnonblocking(pq, 1) != 0 || !PQenterPipelineMode(pq)) return 0;
  int worked = send_rows(pq, name, rows, count);
  return PQexitPipelineMode(pq) && PQsetnonblocking(pq, 0) == 0 && worked;
}

// A value as COPY has it in its binary format: its length, and its bytes.
static char *put(char *to, const void *bytes, uint32_t length) {
  cp_put32(to, length);
  memcpy(to + 4, bytes, length);
  return to + 4 + length;
}

int cp_copy(cp_connection *connection, const char *sql, const cp_track *rows, size_t count) {
  static const char head[19] = "PGCOPY\n\377\r\n", end[2] = {(char)0xFF, (char)0xFF};
  PGconn *pq = cp_conn(connection);
  PGresult *result = PQexec(pq, sql);
  ExecStatusType status = PQresultStatus(result);
  PQclear(result);
  if (status != PGRES_COPY_IN || PQputCopyData(pq, head, sizeof head) != 1) return 0;
  char lines[1 << 16], *at = lines;
  for (size_t n = 0; n < count; n++) {
    uint64_t bits;
    memcpy(&bits, &rows[n].score, sizeof bits);
    char id[4], score[8], columns[2] = {0, 3};
    cp_put32(id, (uint32_t)rows[n].id);
    cp_put64(score, bits);
    memcpy(at, columns, sizeof columns);
    at = put(at + sizeof columns, id, sizeof id);
    at = put(at, rows[n].name.bytes, (uint32_t)rows[n].name.count);
    at = put(at, score, sizeof score);
    // No row of these is longer.
    if (at - lines < (ptrdiff_t)sizeof lines - 256) continue;
    if (PQputCopyData(pq, lines, (int)(at - lines)) != 1) return 0;
    at = lines;
  }
  if (PQputCopyData(pq, lines, (int)(at - lines)) != 1 || PQputCopyData(pq, end, sizeof end) != 1) return 0;
  int worked = PQputCopyEnd(pq, NULL) == 1;
  while ((result = PQgetResult(pq)) != NULL) {
    worked = worked && PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
  }
  return worked;
}
