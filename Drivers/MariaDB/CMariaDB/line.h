#ifndef ORDA_CMARIADB_LINE_H
#define ORDA_CMARIADB_LINE_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"

// The socket of a connection, which any thread may end.
//
// It is connected before the library has it, to one address and until a moment: the library itself tries all that a name
// stands for, each for as long as the whole may take, and where a Unix socket's queue is full it tries for ever. The library
// is then given what is connected. It closes the socket whenever it finds the connection lost, and the number may be another
// file's at once; whoever ends the connection must not end that.
struct orda_mariadb_line {
  pthread_mutex_t mutex;
  // -1 where there is none yet, or none any more.
  int descriptor;
  // Whether the library closes it.
  int is_lent;
};

static inline void orda_mariadb_line_begin(struct orda_mariadb_line *line) {
  pthread_mutex_init(&line->mutex, 0);
  line->descriptor = -1;
  line->is_lent = 0;
}

static inline void orda_mariadb_line_set(struct orda_mariadb_line *line, int descriptor) {
  pthread_mutex_lock(&line->mutex);
  line->descriptor = descriptor;
  pthread_mutex_unlock(&line->mutex);
}

// Closes the socket, where the library has not got it.
static inline void orda_mariadb_line_close(struct orda_mariadb_line *line) {
  pthread_mutex_lock(&line->mutex);
  const int descriptor = line->is_lent ? -1 : line->descriptor;
  if (!line->is_lent) line->descriptor = -1;
  pthread_mutex_unlock(&line->mutex);
  if (descriptor >= 0) close(descriptor);
}

static inline void orda_mariadb_line_end(struct orda_mariadb_line *line) {
  orda_mariadb_line_close(line);
  pthread_mutex_destroy(&line->mutex);
}

// Ends the connection, in one direction or both: whoever waits for the other side is woken.
static inline void orda_mariadb_line_cut(struct orda_mariadb_line *line, int how) {
  pthread_mutex_lock(&line->mutex);
  if (line->descriptor >= 0) shutdown(line->descriptor, how);
  pthread_mutex_unlock(&line->mutex);
}

// Whether a few bytes can be sent without waiting; where there is no connection, nothing has to wait.
static inline int orda_mariadb_line_has_room(struct orda_mariadb_line *line) {
  pthread_mutex_lock(&line->mutex);
  struct pollfd descriptor = {line->descriptor, POLLOUT, 0};
  const int count = line->descriptor < 0 ? 1 : poll(&descriptor, 1, 0);
  pthread_mutex_unlock(&line->mutex);
  return count != 0;
}

// What the library keeps of a socket, and behind it what is ORDA's. It is no part of the library's interface, and so what it
// says of a socket is compared with what was put in.
struct orda_mariadb_lent {
  int descriptor;
  int mode;
  MYSQL *connection;
  void *reserve[8];
  struct orda_mariadb_line *line;
};

// A kind of connection as the library has it, in a header of its own that needs others which are not installed.
struct orda_mariadb_plugin {
  MYSQL_CLIENT_PLUGIN_HEADER
  PVIO_METHODS *methods;
};
#define ORDA_MARIADB_PLUGIN_TYPE 101
#define ORDA_MARIADB_PLUGIN_VERSION 0x0100

struct orda_mariadb_lending {
  PVIO_METHODS *original;
  // Of sockets that are lent; and those by which the library connects.
  PVIO_METHODS lent;
  PVIO_METHODS connecting;
};
static inline struct orda_mariadb_lending *orda_mariadb_lending(void) {
  static struct orda_mariadb_lending lending;
  return &lending;
}

// The connection that this thread is making, and its socket.
struct orda_mariadb_expected {
  MYSQL *connection;
  struct orda_mariadb_line *line;
};
static inline struct orda_mariadb_expected *orda_mariadb_expected(void) {
  static _Thread_local struct orda_mariadb_expected expected;
  return &expected;
}

static inline my_bool orda_mariadb_lend(MARIADB_PVIO *io, MA_PVIO_CINFO *wanted) {
  struct orda_mariadb_lending *lending = orda_mariadb_lending();
  const struct orda_mariadb_expected *expected = orda_mariadb_expected();
  struct orda_mariadb_line *line = expected->line;
  if (io == 0 || wanted == 0 || line == 0 || wanted->mysql != expected->connection) {
    return lending->original->connect(io, wanted);
  }
  struct orda_mariadb_lent *lent = calloc(1, sizeof *lent);
  if (lent == 0) return 1;
  pthread_mutex_lock(&line->mutex);
  lent->descriptor = line->descriptor;
  lent->connection = wanted->mysql;
  lent->line = line;
  io->data = lent;
  io->mysql = wanted->mysql;
  io->type = wanted->type;
  int seen = -1;
  const int is_known = lending->original->get_handle(io, &seen) == 0 && seen == line->descriptor && seen >= 0;
  line->is_lent = is_known;
  pthread_mutex_unlock(&line->mutex);
  if (!is_known) {
    io->data = 0;
    free(lent);
    io->set_error(wanted->mysql, CR_UNKNOWN_ERROR, "HY000", 0);
    return 1;
  }
  io->methods = &lending->lent;
  return 0;
}

static inline my_bool orda_mariadb_close_lent(MARIADB_PVIO *io) {
  struct orda_mariadb_lent *lent = io == 0 ? 0 : io->data;
  if (lent != 0) {
    pthread_mutex_lock(&lent->line->mutex);
    lent->line->descriptor = -1;
    pthread_mutex_unlock(&lent->line->mutex);
  }
  return orda_mariadb_lending()->original->close(io);
}

// Once for the process, before anything connects. Connections that others make in it by the same library are made as ever.
static inline int orda_mariadb_lend_sockets(void) {
  MYSQL *any = mysql_init(0);
  if (any == 0) return 0;
  struct orda_mariadb_plugin *plugin =
      (struct orda_mariadb_plugin *)mysql_client_find_plugin(any, "pvio_socket", ORDA_MARIADB_PLUGIN_TYPE);
  const int is_found = plugin != 0 && plugin->type == ORDA_MARIADB_PLUGIN_TYPE &&
                       plugin->interface_version >> 8 == ORDA_MARIADB_PLUGIN_VERSION >> 8 && plugin->methods != 0;
  if (is_found) {
    struct orda_mariadb_lending *lending = orda_mariadb_lending();
    lending->original = plugin->methods;
    lending->lent = *plugin->methods;
    lending->lent.close = orda_mariadb_close_lent;
    lending->connecting = *plugin->methods;
    lending->connecting.connect = orda_mariadb_lend;
    plugin->methods = &lending->connecting;
  }
  mysql_close(any);
  return is_found;
}

// Before and after connecting, on the same thread.
static inline void orda_mariadb_expect_line(MYSQL *m, struct orda_mariadb_line *line) {
  struct orda_mariadb_expected *expected = orda_mariadb_expected();
  expected->connection = m;
  expected->line = line;
}

#endif
