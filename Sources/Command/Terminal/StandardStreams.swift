#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// This process's standard output and standard error.
///
/// A command runs on one thread, so both belong to it.
enum StandardStreams {
  /// Standard output; what was written arrives at the latest when the command ends.
  nonisolated(unsafe) static let output = Output(descriptor: STDOUT_FILENO)
  private nonisolated(unsafe) static let errors = Output(descriptor: STDERR_FILENO)

  /// Writes to standard error at once, after what was written to standard output.
  static func error(_ text: String) {
    try? output.flush()
    errors.write(text)
    try? errors.flush()
  }
}

/// What was written did not arrive.
struct OutputFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the output can't be written: \(reason)" }
}
