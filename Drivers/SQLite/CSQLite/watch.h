#ifndef ORDA_CSQLITE_WATCH_H
#define ORDA_CSQLITE_WATCH_H

// Being told by the system when a database's files change. The folder is watched, never the files: to open and close one
// of them would drop SQLite's locks, and a log comes and goes.
#if defined(__linux__)
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

// A descriptor that can be waited for, or -1.
static inline int orda_watch_open(const char *folder) {
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch < 0) return -1;
  if (inotify_add_watch(watch, folder, IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ONLYDIR) < 0) {
    close(watch);
    return -1;
  }
  return watch;
}

// Takes what was told; true where it concerns a file whose name begins with `name`, or where something was lost.
static inline int orda_watch_take(int watch, const char *name) {
  _Alignas(struct inotify_event) char buffer[16384];
  size_t length = strlen(name);
  int concerns = 0;
  for (;;) {
    ssize_t count = read(watch, buffer, sizeof buffer);
    if (count <= 0) return concerns;
    for (char *place = buffer; place < buffer + count;) {
      struct inotify_event *event = (struct inotify_event *)place;
      if (event->mask & IN_Q_OVERFLOW) concerns = 1;
      if (event->len > 0 && strncmp(event->name, name, length) == 0) concerns = 1;
      place += sizeof *event + event->len;
    }
  }
}
#else
static inline int orda_watch_open(const char *folder) { return -1; }
static inline int orda_watch_take(int watch, const char *name) { return 0; }
#endif

#endif
