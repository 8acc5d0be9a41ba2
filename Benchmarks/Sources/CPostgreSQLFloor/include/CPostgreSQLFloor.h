// The floor of the suite "postgresql": the work of each workload, done by plain C against libpq's own interface.
//
// Statements are prepared by name, once and outside of these functions; types are known, and values go both ways in their
// binary form. Text is copied with malloc and memcpy, once a text, and rows go into an array that grows by doubling, as in
// CFloor. Functions that return int give 1 if it worked; if not, cp_message() tells why.
#ifndef CPOSTGRESQLFLOOR_H
#define CPOSTGRESQLFLOOR_H

#include <stddef.h>
#include <stdint.h>

#include "CFloor.h"

// The library's PGconn, by a name that Swift can't take for the one which ORDA's driver sees.
typedef struct cp_connection cp_connection;

// Rows

typedef struct {
  int64_t id;
  cf_text name;
  double score;
  // Microseconds since 1970, as ORDA has a timestamp.
  int64_t at;
} cp_track;

typedef struct {
  cp_track *rows;
  size_t count, capacity;
} cp_tracks;

void cp_free(const cp_tracks *rows);
uint64_t cp_sum(const cp_tracks *rows);

// The rows to be inserted, the same in every run. They have no time.
cp_tracks cp_make(size_t count);

// Connections

// Where the server is: the folder of its socket, or 127.0.0.1 if `folder` is NULL.
typedef struct {
  const char *folder;
  unsigned port;
} cp_address;

// Connects as postgres, with the settings that ORDA asks for, too. `connection` is set unless memory is short, and holds
// the message of an error.
int cp_connect(cp_address address, const char *database, cp_connection **connection);
void cp_close(cp_connection *connection);
const char *cp_message(cp_connection *connection);

// Runs a text of one statement or several, and throws its rows away.
int cp_execute(cp_connection *connection, const char *sql);
// The first column of the first row.
int cp_number(cp_connection *connection, const char *sql, uint64_t *number);
int cp_prepare(cp_connection *connection, const char *name, const char *sql);

// The work

// One row for each key, into an array of that size.
int cp_lookup(cp_connection *connection, const char *name, const int64_t *keys, size_t count, cp_tracks *rows);

// Every row of a statement without parameters, one by one as they arrive; with or without its column of time.
int cp_scan(cp_connection *connection, const char *name, cp_tracks *rows);

// Inserts by a pipeline: rows are sent without waiting for answers, which are taken as they come.
int cp_insert(cp_connection *connection, const char *name, const cp_track *rows, size_t count);

// Inserts by COPY in its binary format, which is its quickest.
int cp_copy(cp_connection *connection, const char *sql, const cp_track *rows, size_t count);

// What others commit, by the server's log: rows of two INT columns.

typedef struct cp_follower cp_follower;

// Makes a slot that ends with the connection, and asks for all that is committed from now on. `follower` is set unless
// memory is short, and has to be freed also after an error.
int cp_follow(cp_address address, const char *database, const char *publication, cp_follower **follower);
const char *cp_follower_message(cp_follower *follower);
// Waits for the next UPDATE, and gives the new number in its row: 1, or 0 where there is no more.
int cp_next_change(cp_follower *follower, int32_t *number);
// Has a waiting thread return; called on another one.
void cp_stop_following(cp_follower *follower);
void cp_free_follower(cp_follower *follower);

#endif
