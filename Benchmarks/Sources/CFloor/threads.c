#include "storage.h"

#include <pthread.h>
#include <sqlite3.h>

void cf_lock_and_unlock(size_t count) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  for (size_t n = 0; n < count; n++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
}

// What one thread has another do, and waits for.
typedef struct job {
  struct job *next;
  int64_t key;
  uint64_t sum;
  int code, is_done;
  pthread_cond_t done;
} job;

// Jobs in the order in which they come.
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t filled;
  job *first, **end;
  int is_over;
} queue;

static void queue_init(queue *queue) {
  pthread_mutex_init(&queue->mutex, NULL);
  pthread_cond_init(&queue->filled, NULL);
  queue->first = NULL;
  queue->end = &queue->first;
  queue->is_over = 0;
}

static void queue_destroy(queue *queue) {
  pthread_mutex_destroy(&queue->mutex);
  pthread_cond_destroy(&queue->filled);
}

// Hands a job over, and waits until it is done.
static void hand_over(queue *queue, job *job) {
  pthread_mutex_lock(&queue->mutex);
  job->next = NULL;
  job->is_done = 0;
  *queue->end = job;
  queue->end = &job->next;
  pthread_cond_signal(&queue->filled);
  while (!job->is_done) pthread_cond_wait(&job->done, &queue->mutex);
  pthread_mutex_unlock(&queue->mutex);
}

static int lookup(sqlite3_stmt *statement, int64_t key, uint64_t *sum) {
  cf_score_rows found = {0};
  int code = cf_lookup_scores(statement, &key, 1, &found);
  for (size_t row = 0; row < found.count; row++) *sum += (uint64_t)found.rows[row].id + found.rows[row].name.count;
  cf_free_scores(&found);
  return code;
}

typedef struct {
  queue *queue;
  sqlite3_stmt *statement;
} worker;

// Does jobs until there are no more. One without a statement does nothing in each.
static void *work(void *argument) {
  worker *self = argument;
  queue *queue = self->queue;
  pthread_mutex_lock(&queue->mutex);
  while (1) {
    while (queue->first == NULL && !queue->is_over) pthread_cond_wait(&queue->filled, &queue->mutex);
    job *job = queue->first;
    if (job == NULL) break;
    queue->first = job->next;
    if (queue->first == NULL) queue->end = &queue->first;
    pthread_mutex_unlock(&queue->mutex);
    if (self->statement != NULL) job->code = lookup(self->statement, job->key, &job->sum);
    pthread_mutex_lock(&queue->mutex);
    job->is_done = 1;
    pthread_cond_signal(&job->done);
  }
  pthread_mutex_unlock(&queue->mutex);
  return NULL;
}

static void end(queue *queue, pthread_t *threads, size_t count) {
  pthread_mutex_lock(&queue->mutex);
  queue->is_over = 1;
  pthread_cond_broadcast(&queue->filled);
  pthread_mutex_unlock(&queue->mutex);
  for (size_t n = 0; n < count; n++) pthread_join(threads[n], NULL);
}

void cf_hand_over(size_t count) {
  queue queue;
  queue_init(&queue);
  worker self = {&queue, NULL};
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, &self) != 0) abort();
  job job = {0};
  pthread_cond_init(&job.done, NULL);
  for (size_t n = 0; n < count; n++) hand_over(&queue, &job);
  pthread_cond_destroy(&job.done);
  end(&queue, &thread, 1);
  queue_destroy(&queue);
}

typedef struct {
  queue *queue;
  const int64_t *keys;
  size_t count;
  uint64_t sum;
  int code;
} client;

static void *ask(void *argument) {
  client *self = argument;
  job job = {0};
  pthread_cond_init(&job.done, NULL);
  for (size_t n = 0; n < self->count && job.code == 0; n++) {
    job.key = self->keys[n];
    hand_over(self->queue, &job);
  }
  pthread_cond_destroy(&job.done);
  self->sum = job.sum;
  self->code = job.code;
  return NULL;
}

int cf_served_lookups(
    sqlite3_stmt *const *statements, size_t workers, size_t clients, const int64_t *keys, size_t count, uint64_t *sum) {
  if (workers > CF_MOST_THREADS || clients > CF_MOST_THREADS || clients == 0) return SQLITE_MISUSE;
  queue queue;
  queue_init(&queue);
  worker serving[CF_MOST_THREADS];
  client asking[CF_MOST_THREADS];
  pthread_t servers[CF_MOST_THREADS], askers[CF_MOST_THREADS];
  for (size_t n = 0; n < workers; n++) {
    serving[n] = (worker){&queue, statements[n]};
    if (pthread_create(&servers[n], NULL, work, &serving[n]) != 0) abort();
  }
  for (size_t n = 0; n < clients; n++) {
    size_t from = count * n / clients, to = count * (n + 1) / clients;
    asking[n] = (client){&queue, keys + from, to - from, 0, 0};
    if (pthread_create(&askers[n], NULL, ask, &asking[n]) != 0) abort();
  }
  int code = SQLITE_OK;
  *sum = 0;
  for (size_t n = 0; n < clients; n++) {
    pthread_join(askers[n], NULL);
    *sum += asking[n].sum;
    if (code == SQLITE_OK) code = asking[n].code;
  }
  end(&queue, servers, workers);
  queue_destroy(&queue);
  return code;
}

int cf_total_scores(sqlite3_stmt *statement, const int64_t *keys, size_t count, uint64_t *sum) {
  *sum = 0;
  int code = SQLITE_OK;
  for (size_t n = 0; n < count && code == SQLITE_OK; n++) code = lookup(statement, keys[n], sum);
  return code;
}
