// How the floor keeps rows: an array grown by doubling, and texts of their own.
#ifndef CFLOOR_STORAGE_H
#define CFLOOR_STORAGE_H

#include "CFloor.h"

#include <stdlib.h>

// Makes room for one more row. A macro, because each kind of row has an array of its own type.
#define CF_GROW(out)                                                                  \
  do {                                                                                \
    if ((out)->count == (out)->capacity) {                                            \
      size_t capacity = (out)->capacity == 0 ? 16 : (out)->capacity * 2;              \
      void *grown = realloc((out)->rows, capacity * sizeof(*(out)->rows));            \
      if (grown == NULL) abort();                                                     \
      (out)->rows = grown;                                                            \
      (out)->capacity = capacity;                                                     \
    }                                                                                 \
  } while (0)

static inline cf_text cf_copy(const void *bytes, size_t count) {
  cf_text text = {malloc(count + 1), (int64_t)count};
  if (text.bytes == NULL) abort();
  memcpy(text.bytes, bytes, count);
  text.bytes[count] = 0;
  return text;
}

#endif
