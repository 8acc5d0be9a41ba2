import ArgumentParser
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Where the program begins.
///
/// No `async` function, which would leave the main thread to the main queue: Valgrind ends with a fault of its own there.
@main
struct Program {
  static func main() {
    if CommandLine.arguments.dropFirst().first == CountCommand.name {
      CountCommand.main(Array(CommandLine.arguments.dropFirst(2)))
      return
    }
    Task {
      await BenchmarksCommand.main()
      exit(EXIT_SUCCESS)
    }
    dispatchMain()
  }
}
