import Foundation

/// A line for the shell.
enum ShellCommand {
  /// Runs a line and waits for the shell to end, not for what it left running: Foundation's Process would wait for a
  /// server too.
  ///
  /// - Returns: The shell's status; nil where it could not be started or was killed.
  static func status(of line: String) -> Int32? {
    let arguments = copies(of: ["/bin/sh", "-c", line])
    let environment = copies(of: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" })
    defer { for text in arguments + environment { free(text) } }
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", nil, nil, arguments, environment) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// As C has lists of texts: ended by nil.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}
