# shellcheck shell=bash
# shellcheck disable=SC2034
# To be sourced.

# All traits of the package that add something, and may be asked for at once. The tests are built with them, and so is what
# uses that build, so that nothing is compiled twice. FastEntries adds nothing: it does one thing in another way.
all_traits=Conformance,Metrics,ODB,PostgreSQL,Server,ServiceLifecycle,Shelf,ShelfCompression,SourceCheck,Tracing,YAML

# The targets of the short run, and its traits: those that need no more than a few seconds to compile.
short_targets=CommandTests,CrossDriverTests,DataObjectsTests,FileWatchTests,ODBTests,ORDAImportTests,ORDAMariaDBTests,ORDAPostgreSQLTests
short_targets+=,ORDASQLiteTests,ORDATests,SHELFTests
short_traits=Metrics,ODB,PostgreSQL,ServiceLifecycle,Shelf,ShelfCompression,Tracing,YAML

# incremental_build: options for builds that nobody debugs. The compiler's index and debug information cost a tenth of the time.
incremental_build=(--disable-index-store -debug-info-format none)

# fast_build: the same for builds from nothing. Compiling modules as a whole saves a fifth, since each batch of files would load all
# imported modules again.
fast_build=("${incremental_build[@]}" -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)

# example_build: the same for packages whose tests SwiftPM has to find, which it does in the index.
example_build=(-debug-info-format none)

# all_build: the options of the build that `Scripts/test.sh --all` makes. Other checks use the same, and build nothing again.
# The caller has set `root`.
all_build=(--package-path "${root:-.}" --scratch-path "${root:-.}/.build-all" --traits "$all_traits" "${fast_build[@]}")

# steadily COMMAND...: SwiftPM gives the compiler the traits in the order of a set, which is another one in each run, and compiles
# everything again where it has changed. For a build that comes after another, its sets have one order.
steadily() { SWIFT_DETERMINISTIC_HASHING=1 "$@"; }

# without_remarks COMMAND...: runs a build with fast_build, and leaves out what the compiler says of each module: that modules which
# are compiled as a whole are not compiled in batches or by parts.
without_remarks() {
  "$@" 2>&1 | { grep --line-buffered -vE "ignoring '-enable-batch-mode'|Incremental compilation has been disabled" || true; }
  return "${PIPESTATUS[0]}"
}
