#include "storage.h"

#include <stdio.h>

void cf_free_integers(const cf_integers_rows *out) { free(out->rows); }

void cf_free_texts(const cf_texts_rows *out) {
  for (size_t n = 0; n < out->count; n++) {
    const cf_texts *row = &out->rows[n];
    free(row->a.bytes);
    free(row->b.bytes);
    free(row->c.bytes);
    free(row->d.bytes);
    free(row->e.bytes);
  }
  free(out->rows);
}

void cf_free_prose(const cf_prose_rows *out) {
  for (size_t n = 0; n < out->count; n++) free(out->rows[n].text.bytes);
  free(out->rows);
}

void cf_free_scores(const cf_score_rows *out) {
  for (size_t n = 0; n < out->count; n++) free(out->rows[n].name.bytes);
  free(out->rows);
}

// Whole numbers of up to three bytes, as most columns hold.
static int64_t number(size_t row, int64_t column) { return ((int64_t)row * 7919 + column * 104729) % 1000003; }

cf_integers_rows cf_make_integers(size_t count) {
  cf_integers_rows out = {0};
  for (size_t n = 0; n < count; n++) {
    CF_GROW(&out);
    out.rows[out.count++] = (cf_integers){
        number(n, 0), number(n, 1), number(n, 2), number(n, 3), number(n, 4),
        number(n, 5), number(n, 6), number(n, 7), number(n, 8), number(n, 9),
    };
  }
  return out;
}

static cf_text named(const char *word, size_t n) {
  char text[40];
  int count = snprintf(text, sizeof text, "%s-%06zu", word, n % 1000000);
  return cf_copy(text, (size_t)count);
}

cf_texts_rows cf_make_texts(size_t count) {
  cf_texts_rows out = {0};
  for (size_t n = 1; n <= count; n++) {
    CF_GROW(&out);
    out.rows[out.count++] = (cf_texts){
        (int64_t)n, named("album", n), named("track", n), named("genre", n), named("label", n), named("choir", n),
    };
  }
  return out;
}

cf_prose_rows cf_make_prose(size_t count) {
  cf_prose_rows out = {0};
  for (size_t n = 1; n <= count; n++) {
    CF_GROW(&out);
    out.rows[out.count++] = (cf_prose){(int64_t)n, named("symphony-for-a-full-orchestra", n)};
  }
  return out;
}

cf_score_rows cf_make_scores(size_t count) {
  cf_score_rows out = {0};
  for (size_t n = 1; n <= count; n++) {
    CF_GROW(&out);
    out.rows[out.count++] = (cf_score){(int64_t)n, named("track", n), (double)n + 0.125};
  }
  return out;
}

static uint64_t mix_text(uint64_t sum, cf_text text) { return cf_mix_bytes(sum, text.bytes, (size_t)text.count); }

uint64_t cf_sum_integers(const cf_integers_rows *out) {
  uint64_t sum = 0;
  for (size_t n = 0; n < out->count; n++) {
    const int64_t *cells = &out->rows[n].a;
    for (int c = 0; c < 10; c++) sum = cf_mix(sum, (uint64_t)cells[c]);
  }
  return sum;
}

uint64_t cf_sum_texts(const cf_texts_rows *out) {
  uint64_t sum = 0;
  for (size_t n = 0; n < out->count; n++) {
    const cf_texts *row = &out->rows[n];
    sum = cf_mix(sum, (uint64_t)row->id);
    sum = mix_text(sum, row->a);
    sum = mix_text(sum, row->b);
    sum = mix_text(sum, row->c);
    sum = mix_text(sum, row->d);
    sum = mix_text(sum, row->e);
  }
  return sum;
}

uint64_t cf_sum_prose(const cf_prose_rows *out) {
  uint64_t sum = 0;
  for (size_t n = 0; n < out->count; n++) {
    // The digest of the text alone goes in, so that a side that has looked at the bytes in place can add its own.
    sum = cf_mix(sum, (uint64_t)out->rows[n].id);
    sum = cf_mix(sum, mix_text(0, out->rows[n].text));
  }
  return sum;
}

uint64_t cf_sum_scores(const cf_score_rows *out) {
  uint64_t sum = 0;
  for (size_t n = 0; n < out->count; n++) {
    const cf_score *row = &out->rows[n];
    uint64_t bits;
    memcpy(&bits, &row->score, sizeof bits);
    sum = cf_mix(sum, (uint64_t)row->id);
    sum = mix_text(sum, row->name);
    sum = cf_mix(sum, bits);
  }
  return sum;
}
