import Foundation
import MariaDBTestServer

/// Runs commands that a test can't do without.
enum Shell {
  struct Failed: Error, CustomStringConvertible {
    let command: String
    let status: Int32?
    var description: String { "this command failed with \(status ?? -1): \(command)" }
  }

  /// Runs a command of the shell and waits for its end; what it writes is dropped.
  static func run(_ command: String) throws {
    let status = ShellCommand.status(of: "{ \(command); } </dev/null >/dev/null 2>&1")
    guard status == 0 else { throw Failed(command: command, status: status) }
  }
}
