#ifndef ORDA_CMARIADB_TRANSPORT_H
#define ORDA_CMARIADB_TRANSPORT_H

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "client.h"

// Sends and receives with fewer calls of the system than the library, over connections that are not encrypted: those
// send and receive by another library.
struct orda_mariadb_transport {
  PVIO_METHODS table;
  PVIO_METHODS *original;
  int socket;
  // What is held back to be sent together.
  int holds;
  size_t held;
  unsigned char bytes[1024];
};

// To wait for an answer the library asks whether something has come, waits until it has, and asks again: three calls, of
// which two come after the server has answered. One is enough.
static inline ssize_t orda_mariadb_receive(MARIADB_PVIO *io, unsigned char *buffer, size_t length) {
  const struct orda_mariadb_transport *transport = (const struct orda_mariadb_transport *)io->methods;
  // Of the reading timeout the library takes care itself.
  if (io->timeout[PVIO_READ_TIMEOUT] <= 0) {
    ssize_t count;
    // On a Unix socket one that waits to receive is also woken when the server takes what was sent; one that polls is not.
    struct pollfd descriptor = {transport->socket, POLLIN, 0};
    if (io->type == PVIO_TYPE_UNIXSOCKET) poll(&descriptor, 1, -1);
    do count = recv(transport->socket, buffer, length, 0);
    while (count < 0 && errno == EINTR);
    if (count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return count;
  }
  return transport->original->read(io, buffer, length);
}

// Sends what is held back. What can't be sent ends the connection, so that nobody waits for an answer.
static inline void orda_mariadb_send_held(MARIADB_PVIO *io, struct orda_mariadb_transport *transport) {
  transport->holds = 0;
  for (size_t sent = 0; sent < transport->held;) {
    const ssize_t count = transport->original->write(io, transport->bytes + sent, transport->held - sent);
    if (count <= 0) {
      shutdown(transport->socket, SHUT_RDWR);
      break;
    }
    sent += (size_t)count;
  }
  transport->held = 0;
}

static inline ssize_t orda_mariadb_send(MARIADB_PVIO *io, const unsigned char *buffer, size_t length) {
  struct orda_mariadb_transport *transport = (struct orda_mariadb_transport *)io->methods;
  if (transport->holds && length <= sizeof transport->bytes - transport->held) {
    memcpy(transport->bytes + transport->held, buffer, length);
    transport->held += length;
    return (ssize_t)length;
  }
  if (transport->holds) orda_mariadb_send_held(io, transport);
  return transport->original->write(io, buffer, length);
}

// Has a connection send and receive by the functions above; `transport` must outlive it.
static inline void orda_mariadb_transport_directly(MYSQL *m, struct orda_mariadb_transport *transport) {
  MARIADB_PVIO *io = m->net.pvio;
  transport->original = 0;
  transport->holds = 0;
  transport->held = 0;
  if (io == 0 || io->ctls != 0) return;
  transport->original = io->methods;
  transport->table = *io->methods;
  transport->socket = mysql_get_socket(m);
  transport->table.read = orda_mariadb_receive;
  transport->table.write = orda_mariadb_send;
  io->methods = &transport->table;
}

// From the one to the other, short commands are held back, and then sent together: the server is woken once.
static inline void orda_mariadb_hold(MYSQL *m, struct orda_mariadb_transport *transport) {
  transport->holds = transport->original != 0 && m->net.pvio != 0;
}
static inline void orda_mariadb_let_go(MYSQL *m, struct orda_mariadb_transport *transport) {
  if (transport->holds && m->net.pvio != 0) orda_mariadb_send_held(m->net.pvio, transport);
  transport->holds = 0;
}

#endif
