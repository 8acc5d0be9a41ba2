#include "library.h"

#include <mariadb/errmsg.h>
#include <mariadb/mysql.h>
#include <mariadb/mariadb_rpl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct cm_follower {
  MYSQL *mysql;
  MARIADB_RPL *log;
  // The last map of a table that was told of.
  MARIADB_RPL_EVENT *map;
};

// What a server of replicas has to be told before it sends its log from now on.
static const char *const questions[] = {
    "SET @master_heartbeat_period = 1000000000",
    "SET @master_binlog_checksum = @@global.binlog_checksum",
    "SET @mariadb_slave_capability = 4",
    "SET @slave_connect_state = @@global.gtid_binlog_pos",
};

int cm_follow(cm_connection *connection, unsigned server_id, cm_follower **out) {
  cm_follower *follower = calloc(1, sizeof *follower);
  *out = follower;
  if (follower == NULL) return CR_OUT_OF_MEMORY;
  MYSQL *mysql = follower->mysql = cm_mysql(connection);
  for (size_t n = 0; n < sizeof questions / sizeof *questions; n++)
    if (mysql_query(mysql, questions[n]) != 0) return (int)mysql_errno(mysql);
  follower->log = mariadb_rpl_init(mysql);
  if (follower->log == NULL) return CR_OUT_OF_MEMORY;
  mariadb_rpl_optionsv(follower->log, MARIADB_RPL_SERVER_ID, server_id);
  mariadb_rpl_open(follower->log);
  return (int)mysql_errno(mysql);
}

// The second of a row's two numbers, in its last image: after an UPDATE that is the new one.
static int decode(const struct st_mariadb_rpl_rows_event *rows, int32_t *value) {
  // One byte of NULLs, and four bytes for each number.
  const size_t image = 1 + 4 + 4;
  if (rows->column_count != 2 || rows->row_data_size < image || rows->row_data_size % image != 0) return 0;
  const unsigned char *last = (const unsigned char *)rows->row_data + rows->row_data_size - image;
  if (last[0] & 3) return 0;
  const unsigned char *at = last + 5;
  *value = (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
  return 1;
}

int cm_next_change(cm_follower *follower, const char *table, int32_t *value) {
  for (;;) {
    MARIADB_RPL_EVENT *event = mariadb_rpl_fetch(follower->log, NULL);
    if (event == NULL) return 0;
    if (event->event_type == TABLE_MAP_EVENT) {
      if (follower->map != NULL) mariadb_free_rpl_event(follower->map);
      follower->map = event;
      continue;
    }
    int found = 0;
    if (event->event_type == UPDATE_ROWS_EVENT_V1 && follower->map != NULL) {
      MARIADB_STRING name = follower->map->event.table_map.table;
      found = name.length == strlen(table) && memcmp(name.str, table, name.length) == 0 &&
              decode(&event->event.rows, value);
    }
    mariadb_free_rpl_event(event);
    if (found) return 1;
  }
}

void cm_stop_following(cm_follower *follower) { shutdown(mysql_get_socket(follower->mysql), SHUT_RDWR); }

void cm_free_follower(cm_follower *follower) {
  if (follower == NULL) return;
  if (follower->map != NULL) mariadb_free_rpl_event(follower->map);
  if (follower->log != NULL) mariadb_rpl_close(follower->log);
  free(follower);
}
