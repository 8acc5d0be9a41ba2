# shellcheck shell=bash
# shellcheck disable=SC2034
# To be sourced.

# All traits of the package that add something, and may be asked for at once. The tests are built with them, and so is what
# uses that build, so that nothing is compiled twice. FastEntries adds nothing: it does one thing in another way.
all_traits=Metrics,PostgreSQL,Server,ServiceLifecycle,ShelfCompression,SourceCheck,Tracing,YAML
