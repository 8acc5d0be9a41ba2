#ifndef ORDA_CPOSTGRESQL_SHIM_H
#define ORDA_CPOSTGRESQL_SHIM_H

#if !__has_include(<libpq-fe.h>)
#error "PostgreSQL's client library is missing: install libpq-dev (apt), libpq-devel (dnf) or libpq (brew). Then touch Package.swift: SwiftPM keeps what it found before"
#endif

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <libpq-fe.h>

#ifndef LIBPQ_HAS_PIPELINING
#error "this libpq is none that ORDA can use: install 14 or later"
#endif

// MARK: The socket

// What poll says of a socket: 0 where the time is over, -1 where it can't be asked, else 1 for something to read (or the
// end), 2 for room to write, 3 for both.
static inline int orda_pq_wait(int descriptor, int for_writing, int milliseconds) {
  struct pollfd entry = {descriptor, (short)(POLLIN | (for_writing ? POLLOUT : 0)), 0};
  int count;
  do count = poll(&entry, 1, milliseconds);
  while (count < 0 && errno == EINTR && milliseconds < 0);
  if (count < 0) return errno == EINTR ? 0 : -1;
  if (count == 0) return 0;
  if (entry.revents & POLLNVAL) return -1;
  return (entry.revents & (POLLIN | POLLHUP | POLLERR) ? 1 : 0) | (entry.revents & POLLOUT ? 2 : 0);
}

// Another number for the same socket, which stays the caller's when the library closes its own.
static inline int orda_pq_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }
static inline void orda_pq_shut(int descriptor) { shutdown(descriptor, SHUT_RDWR); }
static inline void orda_pq_close(int descriptor) { close(descriptor); }

// The addresses of a host's name as numbers, one a line; returns getaddrinfo's code.
static inline int orda_pq_addresses(const char *name, char *buffer, size_t size) {
  struct addrinfo hints = {0}, *list = 0;
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  const int code = getaddrinfo(name, 0, &hints, &list);
  if (code != 0) return code;
  size_t used = 0;
  buffer[0] = 0;
  for (struct addrinfo *entry = list; entry != 0; entry = entry->ai_next) {
    char number[128];
    if (getnameinfo(entry->ai_addr, entry->ai_addrlen, number, sizeof number, 0, 0, NI_NUMERICHOST) != 0) continue;
    const size_t length = strlen(number);
    if (used + length + 2 > size) break;
    memcpy(buffer + used, number, length);
    used += length;
    buffer[used++] = '\n';
    buffer[used] = 0;
  }
  freeaddrinfo(list);
  return 0;
}
static inline int orda_pq_can_read(const char *path) { return access(path, R_OK) == 0; }
static inline const char *orda_pq_address_error(int code) { return gai_strerror(code); }

// MARK: Results

// Has the rows of what was sent come as they arrive: many at a time where the library can, else one by one.
static inline int orda_pq_stream_rows(PGconn *connection) {
#ifdef LIBPQ_HAS_CHUNK_MODE
  return PQsetChunkedRowsMode(connection, 64);
#else
  return PQsetSingleRowMode(connection);
#endif
}

// True for a result that holds some of a statement's rows, and not its end.
static inline int orda_pq_is_some_rows(const PGresult *result) {
  const ExecStatusType status = PQresultStatus(result);
#ifdef LIBPQ_HAS_CHUNK_MODE
  if (status == PGRES_TUPLES_CHUNK) return 1;
#endif
  return status == PGRES_SINGLE_TUPLE;
}

// How many rows a command has changed or returned; -1 where the server does not tell.
static inline long long orda_pq_count(PGresult *result) {
  const char *text = PQcmdTuples(result);
  return *text == 0 ? -1 : strtoll(text, 0, 10);
}

// The parts of an error or a notice, NULL for one that was not given.
static inline const char *orda_pq_severity(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED); }
static inline const char *orda_pq_state(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_SQLSTATE); }
static inline const char *orda_pq_message(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY); }
static inline const char *orda_pq_detail(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_MESSAGE_DETAIL); }
static inline const char *orda_pq_hint(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_MESSAGE_HINT); }
static inline const char *orda_pq_schema(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_SCHEMA_NAME); }
static inline const char *orda_pq_table(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_TABLE_NAME); }
static inline const char *orda_pq_column(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_COLUMN_NAME); }
static inline const char *orda_pq_constraint(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_CONSTRAINT_NAME); }
static inline const char *orda_pq_function(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_SOURCE_FUNCTION); }
static inline const char *orda_pq_data_type(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_DATATYPE_NAME); }
// A place in the statement, counted in characters from 1.
static inline const char *orda_pq_place(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_STATEMENT_POSITION); }
// The text of a statement that a function runs.
static inline const char *orda_pq_inner_text(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_INTERNAL_QUERY); }

#endif
