#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct cp_follower {
  PGconn *pq;
};

int cp_follow(cp_address address, const char *database, const char *publication, cp_follower **out) {
  cp_follower *follower = calloc(1, sizeof *follower);
  *out = follower;
  if (follower == NULL) return 0;
  PGconn *pq = follower->pq = cp_open(address, database, 1);
  if (pq == NULL || PQstatus(pq) != CONNECTION_OK) return 0;
  // Slots of one server need names of their own.
  static int count;
  char slot[40], text[256];
  snprintf(slot, sizeof slot, "floor_%d_%d", (int)getpid(), count++);
  snprintf(text, sizeof text, "CREATE_REPLICATION_SLOT %s TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT", slot);
  PGresult *result = PQexec(pq, text);
  int worked = PQresultStatus(result) == PGRES_TUPLES_OK;
  PQclear(result);
  if (!worked) return 0;
  snprintf(
      text, sizeof text, "START_REPLICATION SLOT %s LOGICAL 0/0 (proto_version '1', publication_names '%s')", slot,
      publication);
  result = PQexec(pq, text);
  worked = PQresultStatus(result) == PGRES_COPY_BOTH;
  PQclear(result);
  return worked;
}

const char *cp_follower_message(cp_follower *follower) { return PQerrorMessage(follower->pq); }

// Tells the server that all was read up to a place in its log.
static int answer(PGconn *pq, const char *place) {
  char reply[34] = {'r'};
  for (int n = 0; n < 3; n++) memcpy(reply + 1 + 8 * n, place, 8);
  return PQputCopyData(pq, reply, sizeof reply) == 1 && PQflush(pq) == 0;
}

// The second of a row's two numbers, as the text that the server sends; behind it comes something else than a digit, or
// the NUL that the library puts behind each message.
static int decode(const char *at, const char *end, int32_t *number) {
  // 'U', the table's number, and the new row: its key has not changed.
  if (end - at < 8 || at[0] != 'U' || at[5] != 'N' || cp_get16(at + 6) != 2) return 0;
  at += 8;
  for (int column = 0; column < 2; column++) {
    if (end - at < 5 || at[0] != 't') return 0;
    uint32_t length = cp_get32(at + 1);
    if ((size_t)(end - at) < 5 + (size_t)length) return 0;
    if (column == 1) *number = (int32_t)strtol(at + 5, NULL, 10);
    at += 5 + length;
  }
  return 1;
}

int cp_next_change(cp_follower *follower, int32_t *number) {
  // What stands before a message of the log: 'w', two places in the log, a time.
  enum { head = 25 };
  for (;;) {
    char *bytes;
    int count = PQgetCopyData(follower->pq, &bytes, 0);
    if (count < 0) return 0;
    int found = 0, goes_on = 1;
    if (count > head && bytes[0] == 'w') found = decode(bytes + head, bytes + count, number);
    if (count >= 18 && bytes[0] == 'k' && bytes[17] != 0) goes_on = answer(follower->pq, bytes + 1);
    PQfreemem(bytes);
    if (found || !goes_on) return found;
  }
}

void cp_stop_following(cp_follower *follower) { shutdown(PQsocket(follower->pq), SHUT_RDWR); }

void cp_free_follower(cp_follower *follower) {
  if (follower == NULL) return;
  PQfinish(follower->pq);
  free(follower);
}
