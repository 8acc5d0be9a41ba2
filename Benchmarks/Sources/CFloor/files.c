#if defined(__linux__)
#define _GNU_SOURCE  // for syncfs
#endif

#include "CFloor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/inotify.h>
#endif

#include "storage.h"

// "AB/CD/ABCD….", with a mark before the last name; the two folders end at 2 and 5.
enum { NAME = 6 + 36 + 1, MARKED = NAME + 1 };

static void name_file(char *out, const unsigned char *id, const char *mark) {
  static const char digits[] = "0123456789ABCDEF";
  for (int n = 0; n < 2; n++) {
    *out++ = digits[id[n] >> 4];
    *out++ = digits[id[n] & 15];
    *out++ = '/';
  }
  while (*mark != 0) *out++ = *mark++;
  for (int n = 0; n < 16; n++) {
    if (n == 4 || n == 6 || n == 8 || n == 10) *out++ = '-';
    *out++ = digits[id[n] >> 4];
    *out++ = digits[id[n] & 15];
  }
  *out = 0;
}

static int write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0) return errno;
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

// `made` gets how many of its two folders were missing.
static int make_file(int folder, char *name, cf_slice text, int is_synced, int *made) {
  *made = 0;
  int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0 && errno == ENOENT) {
    for (int end = 2; end <= 5; end += 3) {
      name[end] = 0;
      if (mkdirat(folder, name, 0777) == 0) *made += 1;
      else if (errno != EEXIST) return errno;
      name[end] = '/';
    }
    file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  if (file < 0) return errno;
  int code = write_all(file, text.bytes, text.count);
  if (code == 0 && is_synced && fsync(file) != 0) code = errno;
  close(file);
  return code;
}

static int rename_file(int folder, const char *from, const char *to) {
  return renameat(folder, from, folder, to) == 0 ? 0 : errno;
}

int cf_save_files(int folder, int log, const unsigned char *ids, const cf_slice *texts, size_t count) {
  char from[MARKED], to[NAME];
  int code = lseek(log, 0, SEEK_SET) == 0 ? 0 : errno, made;
  for (size_t n = 0; code == 0 && n < count; n++) {
    name_file(from, ids + 16 * n, ".");
    code = make_file(folder, from, texts[n], 0, &made);
    if (code == 0) code = write_all(log, (const char *)ids + 16 * n, 16);
    if (code == 0) code = write_all(log, texts[n].bytes, texts[n].count);
  }
  if (code == 0 && fsync(log) != 0) code = errno;
  for (size_t n = 0; code == 0 && n < count; n++) {
    name_file(from, ids + 16 * n, ".");
    name_file(to, ids + 16 * n, "");
    code = rename_file(folder, from, to);
  }
#if defined(__linux__)
  if (code == 0 && syncfs(folder) != 0) code = errno;
#else
  sync();
#endif
  return code;
}

static int sync_folder(int folder, const char *name) {
  int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (inner < 0) return errno;
  int code = fsync(inner) == 0 ? 0 : errno;
  close(inner);
  return code;
}

int cf_save_file(int folder, int types, const unsigned char *id, cf_slice text) {
  char from[MARKED], to[NAME];
  char record[64] = {0};
  memcpy(record, id, 16);
  name_file(from, id, ".");
  name_file(to, id, "");
  int made = 0;
  int code = write_all(types, record, sizeof record);
  if (code == 0 && fsync(types) != 0) code = errno;
  if (code == 0) code = make_file(folder, from, text, 1, &made);
  if (code == 0) code = rename_file(folder, from, to);
  to[5] = 0;
  if (code == 0) code = sync_folder(folder, to);
  to[2] = 0;
  if (code == 0 && made > 0) code = sync_folder(folder, to);
  if (code == 0 && made > 1) code = sync_folder(folder, ".");
  return code;
}

int cf_read_file(int folder, const unsigned char *id, cf_text *text) {
  char name[NAME];
  name_file(name, id, "");
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  struct stat status;
  int code = fstat(file, &status) == 0 ? 0 : errno;
  if (code == 0) {
    char *bytes = malloc((size_t)status.st_size + 1);
    if (bytes == NULL) abort();
    ssize_t count = read(file, bytes, (size_t)status.st_size);
    if (count < 0) {
      code = errno;
      free(bytes);
    } else {
      *text = (cf_text){bytes, count};
    }
  }
  close(file);
  return code;
}

int cf_map_keys(const char *path, cf_sorted_keys *out) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  struct stat status;
  int code = fstat(file, &status) == 0 ? 0 : errno;
  if (code == 0) {
    void *keys = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
    if (keys == MAP_FAILED) code = errno;
    *out = (cf_sorted_keys){keys, (size_t)status.st_size / sizeof(cf_sorted_key)};
  }
  close(file);
  return code;
}

void cf_unmap_keys(const cf_sorted_keys *keys) {
  munmap((void *)keys->keys, keys->count * sizeof(cf_sorted_key));
}

int cf_find_files(int folder, const cf_sorted_keys *keys, const char *key, size_t length, cf_text *out, size_t limit) {
  size_t low = 0, high = keys->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (memcmp(keys->keys[middle].key, key, length) < 0) low = middle + 1;
    else high = middle;
  }
  for (size_t n = 0; n < limit; n++) {
    if (low + n == keys->count) return ENOENT;
    int code = cf_read_file(folder, keys->keys[low + n].id, &out[n]);
    if (code != 0) return code;
  }
  return 0;
}

int cf_notices_open(const char *path) {
#if defined(__linux__)
  int notices = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (notices >= 0 && inotify_add_watch(notices, path, IN_MODIFY) >= 0) return notices;
#endif
  return -1;
}

int cf_notices_wait(int notices, int milliseconds) {
  struct pollfd wanted = {notices, POLLIN, 0};
  if (poll(&wanted, 1, milliseconds) <= 0) return 0;
  char events[4096];
  while (read(notices, events, sizeof events) > 0) {
  }
  return 1;
}

int cf_hash_folder(const char *path, uint64_t *sums, size_t limit, size_t *count) {
  DIR *folder = opendir(path);
  if (folder == NULL) return errno;
  *count = 0;
  int code = 0;
  struct dirent *entry;
  while (code == 0 && *count < limit && (entry = readdir(folder)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    int file = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      code = errno;
      break;
    }
    uint64_t sum = 0xCBF29CE484222325ull;
    unsigned char bytes[65536];
    ssize_t length;
    while ((length = read(file, bytes, sizeof bytes)) > 0) {
      for (ssize_t n = 0; n < length; n++) {
        if (bytes[n] != '\r') sum = (sum ^ bytes[n]) * 0x100000001B3ull;
      }
    }
    if (length < 0) code = errno;
    close(file);
    sums[(*count)++] = sum;
  }
  closedir(folder);
  return code;
}

int cf_read_folder(const char *path, size_t *bytes) {
  DIR *folder = opendir(path);
  if (folder == NULL) return errno;
  *bytes = 0;
  int code = 0;
  struct dirent *entry;
  while (code == 0 && (entry = readdir(folder)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    int file = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      code = errno;
      break;
    }
    char buffer[65536];
    ssize_t length;
    while ((length = read(file, buffer, sizeof buffer)) > 0) *bytes += (size_t)length;
    if (length < 0) code = errno;
    close(file);
  }
  closedir(folder);
  return code;
}
