#define _GNU_SOURCE
#include "CFloor.h"

#include <time.h>

#if defined(__linux__)
#include <dirent.h>
#include <malloc.h>
#include <sched.h>
#include <stdlib.h>
#endif

int64_t cf_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int cf_stay_on(int processor) {
#if defined(__linux__)
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(processor, &only);
  return sched_setaffinity(0, sizeof only, &only) == 0;
#else
  return 0;
#endif
}

void cf_move_to(int processor) {
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  // Those that there are not, or that this process may not have, the system leaves out.
  for (int n = 0; n < CPU_SETSIZE; n++)
    if (processor < 0 || n == processor) CPU_SET(n, &set);
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return;
  // What is no number is 0, which would be the calling thread.
  for (struct dirent *entry; (entry = readdir(threads)) != NULL;)
    sched_setaffinity(atoi(entry->d_name), sizeof set, &set);
  closedir(threads);
#endif
}

int64_t cf_allocated(void) {
#if defined(__linux__)
  struct mallinfo2 now = mallinfo2();
  return (int64_t)(now.uordblks + now.hblkhd);
#else
  return -1;
#endif
}
