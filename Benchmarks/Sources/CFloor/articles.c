#include "storage.h"

#include <sqlite3.h>
#include <stdio.h>

static cf_text numbered(const char *format, size_t n) {
  char text[120];
  int count = snprintf(text, sizeof text, format, n);
  return cf_copy(text, (size_t)count);
}

// An object, and the record that goes with it.
static cf_article *add(cf_articles *out) {
  CF_GROW(out);
  cf_article *row = malloc(sizeof *row);
  if (row == NULL) abort();
  row->record = malloc(80);
  if (row->record == NULL) abort();
  out->rows[out->count++] = row;
  return row;
}

cf_articles cf_make_articles(size_t count) {
  cf_articles out = {0};
  for (size_t n = 1; n <= count; n++) {
    cf_article *row = add(&out);
    row->id = (int64_t)n;
    row->title = numbered("The %06zu wonders of a small village", n);
    row->summary = numbered("What happened on day %06zu, as told by those who were there, and by one who was not", n);
    row->link = numbered("https://example.org/articles/%06zu", n);
    row->author = numbered("Author %zu", n % 100);
    row->language = numbered("en", n);
    row->guid = numbered("tag:example.org,2026:%06zu", n);
    row->feed = (int64_t)(n % 50);
    row->words = (int64_t)(n * 7919 % 5000);
    row->reads = 0;
    row->position = (int64_t)n;
    row->is_read = 0;
    row->is_starred = n % 10 == 0;
    row->published = 800000000.5 + (double)n;
    row->modified = 800000000.25 + (double)n * 2;
  }
  return out;
}

void cf_free_articles(const cf_articles *out) {
  for (size_t n = 0; n < out->count; n++) {
    cf_article *row = out->rows[n];
    free(row->title.bytes);
    free(row->summary.bytes);
    free(row->link.bytes);
    free(row->author.bytes);
    free(row->language.bytes);
    free(row->guid.bytes);
    free(row->record);
    free(row);
  }
  free(out->rows);
}

static inline cf_text text_at(sqlite3_stmt *statement, int column) {
  const void *bytes = sqlite3_column_text(statement, column);
  return cf_copy(bytes, (size_t)sqlite3_column_bytes(statement, column));
}

int cf_scan_articles(sqlite3_stmt *statement, cf_articles *out) {
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    cf_article *row = add(out);
    row->id = sqlite3_column_int64(statement, 0);
    row->title = text_at(statement, 1);
    row->summary = text_at(statement, 2);
    row->link = text_at(statement, 3);
    row->author = text_at(statement, 4);
    row->language = text_at(statement, 5);
    row->guid = text_at(statement, 6);
    row->feed = sqlite3_column_int64(statement, 7);
    row->words = sqlite3_column_int64(statement, 8);
    row->reads = sqlite3_column_int64(statement, 9);
    row->position = sqlite3_column_int64(statement, 10);
    row->is_read = sqlite3_column_int(statement, 11);
    row->is_starred = sqlite3_column_int(statement, 12);
    row->published = sqlite3_column_double(statement, 13);
    row->modified = sqlite3_column_double(statement, 14);
  }
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static inline void bind_text(sqlite3_stmt *statement, int parameter, cf_text text) {
  sqlite3_bind_text(statement, parameter, text.bytes, (int)text.count, SQLITE_STATIC);
}

int cf_insert_articles(sqlite3_stmt *statement, const cf_articles *rows) {
  int code = SQLITE_DONE;
  for (size_t n = 0; n < rows->count && code == SQLITE_DONE; n++) {
    const cf_article *row = rows->rows[n];
    sqlite3_bind_int64(statement, 1, row->id);
    bind_text(statement, 2, row->title);
    bind_text(statement, 3, row->summary);
    bind_text(statement, 4, row->link);
    bind_text(statement, 5, row->author);
    bind_text(statement, 6, row->language);
    bind_text(statement, 7, row->guid);
    sqlite3_bind_int64(statement, 8, row->feed);
    sqlite3_bind_int64(statement, 9, row->words);
    sqlite3_bind_int64(statement, 10, row->reads);
    sqlite3_bind_int64(statement, 11, row->position);
    sqlite3_bind_int(statement, 12, row->is_read);
    sqlite3_bind_int(statement, 13, row->is_starred);
    sqlite3_bind_double(statement, 14, row->published);
    sqlite3_bind_double(statement, 15, row->modified);
    code = sqlite3_step(statement);
    sqlite3_reset(statement);
  }
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static inline uint64_t mix_text(uint64_t sum, cf_text text) {
  return cf_mix_bytes(sum, text.bytes, (size_t)text.count);
}

static inline uint64_t mix_double(uint64_t sum, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return cf_mix(sum, bits);
}

uint64_t cf_sum_articles(const cf_articles *out) {
  uint64_t sum = 0;
  for (size_t n = 0; n < out->count; n++) {
    const cf_article *row = out->rows[n];
    sum = cf_mix(sum, (uint64_t)row->id);
    sum = mix_text(sum, row->title);
    sum = mix_text(sum, row->summary);
    sum = mix_text(sum, row->link);
    sum = mix_text(sum, row->author);
    sum = mix_text(sum, row->language);
    sum = mix_text(sum, row->guid);
    sum = cf_mix(sum, (uint64_t)row->feed);
    sum = cf_mix(sum, (uint64_t)row->words);
    sum = cf_mix(sum, (uint64_t)row->reads);
    sum = cf_mix(sum, (uint64_t)row->position);
    sum = cf_mix(sum, (uint64_t)row->is_read);
    sum = cf_mix(sum, (uint64_t)row->is_starred);
    sum = mix_double(sum, row->published);
    sum = mix_double(sum, row->modified);
  }
  return sum;
}
