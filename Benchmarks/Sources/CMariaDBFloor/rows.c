#include "CMariaDBFloor.h"
#include "storage.h"

#include <stdio.h>

void cm_free(const cm_tracks *out) {
  for (size_t n = 0; n < out->count; n++) free(out->rows[n].name.bytes);
  free(out->rows);
}

cm_tracks cm_make(size_t count) {
  cm_tracks out = {0};
  for (size_t n = 1; n <= count; n++) {
    char name[40];
    int length = snprintf(name, sizeof name, "name-%08zu", n);
    CF_GROW(&out);
    out.rows[out.count++] = (cm_track){
        .id = (int64_t)n, .name = cf_copy(name, (size_t)length), .score = (double)n + 0.125};
  }
  return out;
}

// A time goes in as its digits, which every language has at hand: 20260131123456.
static uint64_t digits(cm_timestamp at) {
  int64_t day = at.year * 10000 + at.month * 100 + at.day;
  return (uint64_t)(day * 1000000 + at.hour * 10000 + at.minute * 100 + at.second);
}

uint64_t cm_sum(const cm_tracks *out) {
  uint64_t sum = 0;
  for (size_t n = 0; n < out->count; n++) {
    const cm_track *row = &out->rows[n];
    uint64_t bits;
    memcpy(&bits, &row->score, sizeof bits);
    sum = cf_mix(sum, (uint64_t)row->id);
    sum = cf_mix_bytes(sum, row->name.bytes, (size_t)row->name.count);
    sum = cf_mix(sum, bits);
    sum = cf_mix(sum, digits(row->at));
  }
  return sum;
}
