#include "CFloor.h"

#include <sqlite3.h>
#include <string.h>

// One connection as every side configures its own. The cache holds each table whole, so that a scan measures the
// interface and not the reading of pages.
static const char *const pragmas =
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = NORMAL;"
    "PRAGMA cache_size = -65536;"
    "PRAGMA foreign_keys = ON;";

int cf_open(const char *path, sqlite3 **database) {
  int code = sqlite3_open_v2(
      path, database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_busy_timeout(*database, 5000);
  return sqlite3_exec(*database, pragmas, NULL, NULL, NULL);
}

void cf_close(sqlite3 *database) { sqlite3_close_v2(database); }

const char *cf_message(sqlite3 *database) { return sqlite3_errmsg(database); }

int cf_execute(sqlite3 *database, const char *sql) { return sqlite3_exec(database, sql, NULL, NULL, NULL); }

int cf_prepare(sqlite3 *database, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

void cf_finalize(sqlite3_stmt *statement) { sqlite3_finalize(statement); }

int cf_prepare_texts(sqlite3 *database, const char *texts, size_t length, size_t *count) {
  *count = 0;
  for (const char *text = texts; text < texts + length; text += strlen(text) + 1) {
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v3(database, text, -1, 0, &statement, NULL);
    sqlite3_finalize(statement);
    if (code != SQLITE_OK) return code;
    *count += 1;
  }
  return SQLITE_OK;
}

int cf_library_version(void) { return sqlite3_libversion_number(); }
