/// Called before any test, and before `main`.
void orda_tests_begin(void);
