import Foundation

/// A line for the shell.
public enum ShellCommand {
  /// Runs a line and waits for the shell to end, not for what it left running: Foundation's Process would wait for a
  /// server too. Nor does this change how the process takes signals meanwhile, as `system` does: programs that other tests
  /// start at that moment would never hear of Control-C.
  ///
  /// - Returns: The shell's status; nil where it could not be started or was killed.
  public static func status(of line: String) -> Int32? {
    let words: [String] = ["/bin/sh", "-c", line]
    let variables: [String] = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let arguments = copies(of: words)
    let environment = copies(of: variables)
    defer { for text in arguments + environment { free(text) } }
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", nil, nil, arguments, environment) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    // What WIFEXITED and WEXITSTATUS say, which Swift does not see.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// As C has lists of texts: ended by nil.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    for text in texts { copies.append(strdup(text)) }
    copies.append(nil)
    return copies
  }
}
