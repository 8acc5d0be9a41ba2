#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// This process's standard output and standard error.
enum StandardStreams {
  /// Writes to standard output, which the system buffers.
  static func output(_ text: String) { print(text, terminator: "") }

  /// Writes to standard error at once, after what was written to standard output.
  static func error(_ text: String) {
    flush()
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(STDERR_FILENO, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Shows at once what was written.
  static func flush() { fflush(nil) }

  /// Sees to it that all that was written has arrived.
  ///
  /// - Throws: ``OutputFailure`` where it has not: a full disk must not look like success.
  static func finish() throws {
    if fflush(nil) != 0 { throw OutputFailure(reason: String(cString: strerror(errno))) }
  }
}

/// Standard output did not take what was written to it.
struct OutputFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { "standard output can't be written: \(reason)" }
}
