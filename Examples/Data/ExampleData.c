// The command carries the data in itself, so that it runs from anywhere. C's #embed does it in no time, where SwiftPM's
// own embedding writes an array literal that takes the Swift compiler 25 seconds.

#include "ExampleData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char elements[] = {
#embed "elements.csv"
};

static const unsigned char isotopes[] = {
#embed "isotopes.csv"
};

ExampleDataFile example_data_elements(void) {
  return (ExampleDataFile){elements, sizeof elements};
}

ExampleDataFile example_data_isotopes(void) {
  return (ExampleDataFile){isotopes, sizeof isotopes};
}
