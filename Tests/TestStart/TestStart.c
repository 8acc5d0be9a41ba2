#include "TestStart.h"

// Swift has nothing that runs before everything else, and the first test may log already.
__attribute__((constructor)) static void begin(void) { orda_tests_begin(); }
