import ORDAPlatform

/// This process's standard output and standard error.
///
/// A command runs on one thread, so both belong to it.
enum StandardStreams {
  /// The target of results: standard output, or its replacement. Everything written arrives at the latest when the
  /// command ends.
  nonisolated(unsafe) private(set) static var output = standard
  /// Standard output itself, even if it is replaced.
  nonisolated(unsafe) static let standard = Output(descriptor: STDOUT_FILENO)
  /// True while results go into a file of the shell's.
  nonisolated(unsafe) private(set) static var goesToFile = false
  private nonisolated(unsafe) static let errors = Output(descriptor: STDERR_FILENO)

  /// From now on sends results elsewhere; nil for standard output.
  static func redirect(to output: Output?, isFile: Bool = false) {
    (self.output, goesToFile) = (output ?? standard, isFile)
  }

  /// Writes to standard error at once, after what was written to standard output.
  static func error(_ text: String) {
    try? output.flush()
    try? standard.flush()
    errors.write(text)
    try? errors.flush()
  }
}

/// Output did not arrive.
struct OutputFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the output can't be written: \(reason)" }
}
