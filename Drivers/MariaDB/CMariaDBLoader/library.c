#include "CMariaDBLoader.h"

#if defined(__APPLE__)

// The program is linked with it.
const char *orda_mariadb_load(void) { return 0; }

#else

#include <dlfcn.h>
#include <stddef.h>

#include "../CMariaDB/client.h"

#define PLACE(result, name, parameters, arguments) static result(*library_##name) parameters;
ORDA_MARIADB_FUNCTIONS(PLACE)

#define CALL(result, name, parameters, arguments) \
  result name parameters { return library_##name arguments; }
ORDA_MARIADB_FUNCTIONS(CALL)

#define ENTRY(result, name, parameters, arguments) {#name, (void **)&library_##name},
static const struct {
  const char *name;
  void **place;
} functions[] = {ORDA_MARIADB_FUNCTIONS(ENTRY)};

const char *orda_mariadb_load(void) {
  // As if the program were linked with it: the library's plugins may look for its functions.
  void *library = dlopen("libmariadb.so.3", RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) return dlerror();
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    *functions[i].place = dlsym(library, functions[i].name);
    if (*functions[i].place == NULL) return dlerror();
  }
  return NULL;
}

#endif
