// The floor of the suite "mariadb": the work of each workload, done by plain C against libmariadb's own interface.
//
// Statements are prepared once and outside of these functions, and types are known. Rows are not stored by the library
// but read as they arrive; text is copied with malloc and memcpy, once a text, and rows go into an array that grows by
// doubling, as in CFloor. Functions that return int give 0 or MariaDB's error number.
#ifndef CMARIADBFLOOR_H
#define CMARIADBFLOOR_H

#include <stddef.h>
#include <stdint.h>

#include "CFloor.h"

// The library's MYSQL and MYSQL_STMT, by names that Swift can't take for those which ORDA's driver sees.
typedef struct cm_connection cm_connection;
typedef struct cm_statement cm_statement;

// Rows

typedef struct {
  int16_t year;
  uint8_t month, day, hour, minute, second;
  int32_t microsecond;
} cm_timestamp;

typedef struct {
  int64_t id;
  cf_text name;
  double score;
  cm_timestamp at;
} cm_track;

typedef struct {
  cm_track *rows;
  size_t count, capacity;
} cm_tracks;

void cm_free(const cm_tracks *rows);
uint64_t cm_sum(const cm_tracks *rows);

// The rows to be inserted, the same in every run. They have no time.
cm_tracks cm_make(size_t count);

// Connections

// Where the server is: a Unix socket, or a port of 127.0.0.1 if `socket` is NULL.
typedef struct {
  const char *socket;
  unsigned port;
} cm_address;

// Connects as root to the database "bench"; without a database if `is_new`. `connection` is set unless memory is short,
// and holds the message of an error.
int cm_connect(cm_address address, int is_new, cm_connection **connection);

// Sends three statements: one that sets the session up, and two of whose rows the first is read.
int cm_set_up(cm_connection *connection, const char *statement, const char *question, const char *second);

void cm_close(cm_connection *connection);
const char *cm_message(cm_connection *connection);

// Runs a statement and throws its rows away.
int cm_execute(cm_connection *connection, const char *sql);

int cm_prepare(cm_connection *connection, const char *sql, cm_statement **statement);
void cm_finalize(cm_statement *statement);
const char *cm_statement_message(cm_statement *statement);

// The work

// One row for each key, into an array of that size.
int cm_lookup(cm_statement *statement, const int64_t *keys, size_t count, cm_tracks *rows);

// Every row of a statement without parameters, with or without its column of time.
int cm_scan(cm_statement *statement, cm_tracks *rows);

// Inserts in arrays of 1,000 rows.
int cm_insert(cm_statement *statement, const cm_track *rows, size_t count);

// An object of a shelf; its id has 16 bytes.
typedef struct {
  const void *id;
  const char *json;
  size_t count;
  int64_t revision;
} cm_object;

// Inserts objects in arrays of 1,000, reads one of at most 1,024 bytes, which the caller frees, and replaces one.
int cm_insert_objects(cm_statement *statement, const cm_object *objects, size_t count);
int cm_read_object(cm_statement *statement, const void *id, int64_t *revision, cf_text *json);
int cm_replace_object(cm_statement *statement, const cm_object *object);

// The number of connections that the server has taken since it started.
int cm_connections(cm_connection *connection, uint64_t *count);

// What others commit, by the server's binary log: rows of two INT columns.

typedef struct cm_follower cm_follower;

// Asks for all that is committed from now on, on a connection that is of no other use then, under a number that no other
// follower has. `follower` is set unless memory is short, and has to be freed also after an error.
int cm_follow(cm_connection *connection, unsigned server_id, cm_follower **follower);
// Waits for the next UPDATE of a table, and gives the new number in its last row: 1, or 0 where there is no more.
int cm_next_change(cm_follower *follower, const char *table, int32_t *value);
// Has a waiting thread return; called on another one.
void cm_stop_following(cm_follower *follower);
void cm_free_follower(cm_follower *follower);

#endif
