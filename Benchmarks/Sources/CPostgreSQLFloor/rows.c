#include "CPostgreSQLFloor.h"
#include "storage.h"

#include <stdio.h>

void cp_free(const cp_tracks *out) {
  for (size_t n = 0; n < out->count; n++) free(out->rows[n].name.bytes);
  free(out->rows);
}

cp_tracks cp_make(size_t count) {
  cp_tracks out = {0};
  for (size_t n = 1; n <= count; n++) {
    char name[40];
    int length = snprintf(name, sizeof name, "name-%08zu", n);
    CF_GROW(&out);
    out.rows[out.count++] = (cp_track){
        .id = (int64_t)n, .name = cf_copy(name, (size_t)length), .score = (double)n + 0.125};
  }
  return out;
}

uint64_t cp_sum(const cp_tracks *out) {
  uint64_t sum = 0;
  for (size_t n = 0; n < out->count; n++) {
    const cp_track *row = &out->rows[n];
    uint64_t bits;
    memcpy(&bits, &row->score, sizeof bits);
    sum = cf_mix(sum, (uint64_t)row->id);
    sum = cf_mix_bytes(sum, row->name.bytes, (size_t)row->name.count);
    sum = cf_mix(sum, bits);
    sum = cf_mix(sum, (uint64_t)row->at);
  }
  return sum;
}
