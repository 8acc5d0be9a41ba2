// What the parts of the floor need of the client library.
#ifndef CPOSTGRESQLFLOOR_LIBRARY_H
#define CPOSTGRESQLFLOOR_LIBRARY_H

#include "CPostgreSQLFloor.h"

#include <libpq-fe.h>
#include <string.h>

static inline PGconn *cp_conn(cp_connection *connection) { return (PGconn *)connection; }

// Connects; with a connection on which the server sends its log if `replicates`.
PGconn *cp_open(cp_address address, const char *database, int replicates);

// Numbers go by the network with the highest byte first.

static inline uint64_t cp_get64(const char *from) {
  uint64_t bits;
  memcpy(&bits, from, sizeof bits);
  return __builtin_bswap64(bits);
}

static inline uint32_t cp_get32(const char *from) {
  uint32_t bits;
  memcpy(&bits, from, sizeof bits);
  return __builtin_bswap32(bits);
}

static inline uint16_t cp_get16(const char *from) {
  uint16_t bits;
  memcpy(&bits, from, sizeof bits);
  return __builtin_bswap16(bits);
}

static inline void cp_put64(char *to, uint64_t bits) {
  bits = __builtin_bswap64(bits);
  memcpy(to, &bits, sizeof bits);
}

static inline void cp_put32(char *to, uint32_t bits) {
  bits = __builtin_bswap32(bits);
  memcpy(to, &bits, sizeof bits);
}

#endif
