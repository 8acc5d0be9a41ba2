#include "TestStart.h"
#include <stdlib.h>

// Swift has nothing that runs before everything else, and the first test may log already.
__attribute__((constructor)) static void begin(void) {
  // Exit tests trap on purpose in processes that inherit this variable. A backtrace of each would take seconds. The test process
  // itself has read the variable before, so a suite that hangs still prints its stacks.
  setenv("SWIFT_BACKTRACE", "enable=no", 1);
  orda_tests_begin();
}
