#include "CFloor.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <poll.h>
#include <sys/inotify.h>
#endif

// The bytes of a commit are written before it counts, so that it is looked for again after growing pauses; in microseconds.
static const useconds_t pauses[] = {0, 100, 200, 400, 800, 1600, 3200, 6400, 12800};

struct cf_watch {
  sqlite3 *database;
  sqlite3_stmt *version;
  int notices;
  int64_t known;
};

static int64_t version(cf_watch *watch) {
  int64_t found = -1;
  if (sqlite3_step(watch->version) == SQLITE_ROW) found = sqlite3_column_int64(watch->version, 0);
  sqlite3_reset(watch->version);
  return found;
}

int cf_watch_open(const char *path, const char *folder, cf_watch **out) {
  cf_watch *watch = calloc(1, sizeof *watch);
  *out = watch;
  if (watch == NULL) return SQLITE_NOMEM;
  watch->notices = -1;
  int code = cf_open(path, &watch->database);
  if (code == SQLITE_OK) code = cf_prepare(watch->database, "PRAGMA data_version", &watch->version);
  if (code != SQLITE_OK) return code;
  watch->known = version(watch);
#if defined(__linux__)
  watch->notices = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch->notices >= 0 && inotify_add_watch(watch->notices, folder, IN_MODIFY) >= 0) return SQLITE_OK;
#endif
  return SQLITE_CANTOPEN;
}

int cf_watch_wait(cf_watch *watch, int milliseconds) {
#if defined(__linux__)
  struct pollfd wanted = {watch->notices, POLLIN, 0};
  while (poll(&wanted, 1, milliseconds) > 0) {
    char events[4096];
    while (read(watch->notices, events, sizeof events) > 0) {
    }
    for (size_t n = 0; n < sizeof pauses / sizeof *pauses; n++) {
      if (pauses[n] > 0) usleep(pauses[n]);
      int64_t found = version(watch);
      if (found == watch->known) continue;
      watch->known = found;
      return 1;
    }
  }
#endif
  return 0;
}

void cf_watch_close(cf_watch *watch) {
  if (watch == NULL) return;
  cf_finalize(watch->version);
  cf_close(watch->database);
  if (watch->notices >= 0) close(watch->notices);
  free(watch);
}
