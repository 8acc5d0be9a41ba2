#ifndef EXAMPLE_DATA_H
#define EXAMPLE_DATA_H

#include <stddef.h>

/// A file's bytes, which live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} ExampleDataFile;

/// The chemical elements, elements.csv.
ExampleDataFile example_data_elements(void);

/// Their isotopes, isotopes.csv.
ExampleDataFile example_data_isotopes(void);

#endif
