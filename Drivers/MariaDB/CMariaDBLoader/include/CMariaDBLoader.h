#ifndef ORDA_CMARIADBLOADER_H
#define ORDA_CMARIADBLOADER_H

// Loads the client library, if it is not loaded yet; before any other of its functions is called. NULL, or what is
// wrong, in the system's words, which are this thread's until it loads something else.
const char *orda_mariadb_load(void);

#endif
