#ifndef ORDA_CMARIADB_SHIM_H
#define ORDA_CMARIADB_SHIM_H

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "answers.h"
#include "client.h"
#include "direct.h"
#include "greeting.h"
#include "line.h"

// inflateInit2, which is a macro.
static inline int orda_zlib_inflate_begin(z_stream *s, int window_bits) { return inflateInit2(s, window_bits); }

// Logs in, as mysql_real_connect does, over a socket that is connected already; the host is the name by which the server's
// certificate is checked.
static inline MYSQL *orda_mariadb_connect(
    MYSQL *m, struct orda_mariadb_line *line, const char *host, const char *user, const char *password,
    const char *database, unsigned int port, const char *socket, unsigned long flags) {
  orda_mariadb_expect_line(m, line);
  MYSQL *connected = mysql_real_connect(m, host, user, password, database, port, socket, flags);
  orda_mariadb_expect_line(0, 0);
  return connected;
}

// Whether the server takes arrays of parameters: a bit that the library tells by number alone.
static inline int orda_mariadb_takes_arrays(MYSQL *m) {
  unsigned long long extended = 0;
  if (mariadb_get_info(m, MARIADB_CONNECTION_EXTENDED_SERVER_CAPABILITIES, &extended) != 0) return 0;
  return ((extended << 32 | extended) & MARIADB_CLIENT_STMT_BULK_OPERATIONS) != 0;
}

// Where a cell of the current row lies in the packet that the library has read, found by the function in answers.h;
// NULL for NULL.
static inline const unsigned char *orda_mariadb_cell(const MYSQL_STMT *s, unsigned int i) {
  return s->bind[i].u.row_ptr;
}
static inline void orda_mariadb_set_cell(MYSQL_STMT *s, unsigned int i, unsigned char *p) { s->bind[i].u.row_ptr = p; }
// How many bytes a cell has behind its length; not for NULL.
static inline unsigned long orda_mariadb_cell_length(const MYSQL_STMT *s, unsigned int i) {
  return s->bind[i].length_value;
}

// How many warnings the end of rows tells of, which was just read one by one; the library passes over the number.
static inline unsigned int orda_mariadb_warnings_at_end(const MYSQL *m) {
  const unsigned char *p = m->net.read_pos;
  if (p == 0 || m->net.buff_end < p || m->net.buff_end - p < 3 || p[0] != 254) return 0;
  return p[1] | (unsigned int)p[2] << 8;
}

// The status that the end of rows tells, which was just read one by one; the library passes over it, too. Whether a
// transaction is open is noted where the library looks for it: it may have been rolled back while the rows were sent.
static inline unsigned int orda_mariadb_note_status_at_end(MYSQL *m) {
  const unsigned char *p = m->net.read_pos;
  if (p == 0 || m->net.buff_end < p || m->net.buff_end - p < 5 || p[0] != 254) return 0;
  const unsigned int status = p[3] | (unsigned int)p[4] << 8;
  m->server_status = (m->server_status & ~SERVER_STATUS_IN_TRANS) | (status & SERVER_STATUS_IN_TRANS);
  return status;
}

// Has the server forget the session, without waiting for its answer, which is read as that of a text. The library forgets
// the statements that were prepared, as it does in mysql_reset_connection.
static inline int orda_mariadb_send_reset(MYSQL *m) {
  for (LIST *l = m->stmts; l != 0; l = l->next) ((MYSQL_STMT *)l->data)->mysql = 0;
  m->stmts = 0;
  return m->methods->db_command(m, COM_RESET_CONNECTION, 0, 0, 1, 0);
}

// The indicators of an array of parameters: a member of a union without a name.
static inline void orda_mariadb_set_indicators(MYSQL_BIND *b, char *indicators) { b->u.indicator = indicators; }

// 1 where something can be read at once, 0 where nothing came within the time, -1 where the connection is broken.
static inline int orda_mariadb_wait_readable(MYSQL *m, int milliseconds) {
  MARIADB_PVIO *io = m->net.pvio;
  if (io == 0) return -1;
  if (io->cache != 0 && io->cache_pos < io->cache + io->cache_size) return 1;
  // Of what came compressed some is here that was not read yet.
  if (m->net.compress && m->net.remain_in_buf > 0) return 1;
  struct pollfd descriptor = {mysql_get_socket(m), POLLIN, 0};
  int count;
  do count = poll(&descriptor, 1, milliseconds);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -1 : count > 0;
}

#endif
