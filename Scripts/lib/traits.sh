# shellcheck shell=bash
# shellcheck disable=SC2034
# To be sourced.

# All traits of the package that add something, and may be asked for at once. The tests are built with them, and so is what
# uses that build, so that nothing is compiled twice. FastEntries adds nothing: it does one thing in another way.
all_traits=Conformance,Metrics,ODB,PostgreSQL,Server,ServiceLifecycle,Shelf,ShelfCompression,SourceCheck,Tracing,YAML

# steadily COMMAND...: SwiftPM gives the compiler the traits in the order of a set, which is another one in each run, and compiles
# everything again where it has changed. For a build that comes after another, its sets have one order. Tests should meet
# every order: they are not run by this.
steadily() { SWIFT_DETERMINISTIC_HASHING=1 "$@"; }
