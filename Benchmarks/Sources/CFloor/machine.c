#define _GNU_SOURCE
#include "CFloor.h"

#include <time.h>

#if defined(__linux__)
#include <malloc.h>
#include <sched.h>
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

int64_t cf_allocated(void) {
#if defined(__linux__)
  struct mallinfo2 now = mallinfo2();
  return (int64_t)(now.uordblks + now.hblkhd);
#else
  return -1;
#endif
}
