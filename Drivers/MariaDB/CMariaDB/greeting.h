#ifndef ORDA_CMARIADB_GREETING_H
#define ORDA_CMARIADB_GREETING_H

#include <stddef.h>
#include <string.h>

#include "client.h"

// Looks at a server's greeting before the library acts on it, for two faults of the library. One that was told which
// ways of proving the password are allowed crashes where a greeting names none. And one that was told to demand TLS
// without checking the server's name logs in in clear text where a server has no TLS.
//
// The library calls back with all that it reads, on the thread that reads. A greeting that must not be acted on is made
// one of a version that the library refuses.

enum orda_mariadb_greeting_fault {
  ORDA_MARIADB_GREETING_GOOD = 0,
  ORDA_MARIADB_GREETING_STRANGE = 1,
  ORDA_MARIADB_GREETING_WITHOUT_TLS = 2,
};

// The connection that this thread is making, and as much of the greeting as has come.
struct orda_mariadb_greeted {
  MYSQL *connection;
  int demands_tls;
  int fault;
  size_t count;
  unsigned char bytes[512];
};
static inline struct orda_mariadb_greeted *orda_mariadb_greeted(void) {
  static _Thread_local struct orda_mariadb_greeted greeted;
  return &greeted;
}

// What is wrong with a greeting; `size` is without the four bytes before it.
static inline int orda_mariadb_fault(const unsigned char *greeting, size_t size, int demands_tls) {
  // An error is told by the library, and so is another version. What looks like an error and has the number 65535 is
  // news of a statement's progress, behind which another greeting could follow.
  if (size == 0 || (greeting[0] == 255 && (size < 3 || (greeting[1] == 255 && greeting[2] == 255)))) {
    return ORDA_MARIADB_GREETING_STRANGE;
  }
  if (greeting[0] != 10) return ORDA_MARIADB_GREETING_GOOD;
  const unsigned char *end = memchr(greeting, 0, size);
  if (end == 0) return ORDA_MARIADB_GREETING_STRANGE;
  // The version, then: connection 4, challenge 8 and 1, abilities 2, collation 1, status 2, abilities 2, length 1,
  // nothing 10, challenge 12 and 1, and the name of a plugin.
  const unsigned char *rest = end + 1;
  const size_t left = size - (size_t)(rest - greeting);
  if (left < 45) return ORDA_MARIADB_GREETING_STRANGE;
  const unsigned long abilities =
      rest[13] | (unsigned long)rest[14] << 8 | (unsigned long)rest[18] << 16 | (unsigned long)rest[19] << 24;
  const unsigned long needed = CLIENT_PROTOCOL_41 | CLIENT_SECURE_CONNECTION | CLIENT_PLUGIN_AUTH;
  if ((abilities & needed) != needed || rest[44] == 0) return ORDA_MARIADB_GREETING_STRANGE;
  if (demands_tls && (abilities & CLIENT_SSL) == 0) return ORDA_MARIADB_GREETING_WITHOUT_TLS;
  return ORDA_MARIADB_GREETING_GOOD;
}

static inline void orda_mariadb_look(int mode, MYSQL *m, const unsigned char *buffer, size_t length) {
  struct orda_mariadb_greeted *greeted = orda_mariadb_greeted();
  if (mode != 0 || m == 0 || m != greeted->connection || (ptrdiff_t)length <= 0) return;
  const size_t before = greeted->count;
  const size_t room = sizeof greeted->bytes - before;
  const size_t taken = length < room ? length : room;
  memcpy(greeted->bytes + before, buffer, taken);
  const size_t count = greeted->count = before + taken;
  const unsigned char *bytes = greeted->bytes;
  if (count < 4) return;
  const size_t announced = bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16;
  if (count - 4 < announced && count < sizeof greeted->bytes) return;
  greeted->connection = 0;
  const size_t size = count - 4 < announced ? count - 4 : announced;
  greeted->fault = orda_mariadb_fault(bytes + 4, size, greeted->demands_tls);
  if (greeted->fault == ORDA_MARIADB_GREETING_GOOD) return;
  // The version is in this piece, or in one that the library has put into its own buffer.
  if (before <= 4) {
    ((unsigned char *)buffer)[4 - before] = 0;
  } else {
    m->net.buff[0] = 0;
  }
}

// The library exports it, and no header of it has it.
int ma_pvio_register_callback(my_bool registers, void (*callback)(int, MYSQL *, const unsigned char *, size_t));

// Once for the process, before anything connects.
static inline void orda_mariadb_look_at_greetings(void) { ma_pvio_register_callback(1, orda_mariadb_look); }

// Before and after connecting, on the same thread. Tells what was wrong with the greeting.
static inline void orda_mariadb_expect_greeting(MYSQL *m, int demands_tls) {
  struct orda_mariadb_greeted *greeted = orda_mariadb_greeted();
  greeted->connection = m;
  greeted->demands_tls = demands_tls;
  greeted->fault = ORDA_MARIADB_GREETING_GOOD;
  greeted->count = 0;
}
static inline int orda_mariadb_greeting_fault(void) {
  struct orda_mariadb_greeted *greeted = orda_mariadb_greeted();
  greeted->connection = 0;
  return greeted->fault;
}

#endif
