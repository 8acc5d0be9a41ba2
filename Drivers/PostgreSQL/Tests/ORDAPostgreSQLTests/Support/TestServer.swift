import Foundation
import ORDA
import ORDAPostgreSQL

/// The server that all tests share: the one that `ORDA_TEST_POSTGRESQL` names, or a throw-away one that is started
/// once for the process and ends after it.
enum TestServer {
  static let url: Result<String, any Error> = Result {
    if let url = ProcessInfo.processInfo.environment["ORDA_TEST_POSTGRESQL"] { return url }
    return try PrivateServer("max_connections=400").url
  }

  /// Opens a database of the server.
  static func open(
    _ options: String = "", database: String? = nil, configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    var url = try DatabaseURL(url.get(), shape: .server)
    if let database, case .server(var server) = url.location {
      server.database = database
      url = try DatabaseURL(scheme: url.scheme, location: .server(server))
    }
    return try open(url: url.textWithSecrets + (options.isEmpty ? "" : "?" + options), configuration)
  }

  /// Opens any URL.
  static func open(
    url: String, _ configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let registry = Registry()
    try PostgreSQL.register(with: registry)
    return try registry.open(url, configuration: configuration)
  }
}

/// A throw-away server, which is stopped when the process has ended.
final class PrivateServer: Sendable {
  let folder: String
  let url: String

  struct Failure: Error { let status: Int32? }

  /// Starts it, with some settings of its own.
  init(_ settings: String...) throws {
    folder = "/tmp/orda-pg-" + UUID().uuidString.prefix(8).lowercased()
    let words = ["start", folder] + settings
    let status = Self.script(words)
    guard status == 0 else { throw Failure(status: status) }
    let port = try String(contentsOfFile: folder + "/port", encoding: .utf8).trimmingCharacters(
      in: .whitespacesAndNewlines)
    url = "postgresql://postgres@127.0.0.1:\(port)/postgres"
  }

  deinit { _ = Self.script(["stop", folder]) }

  /// The number of its first process.
  func pid() throws -> Int32 {
    let text = try String(contentsOfFile: folder + "/pid", encoding: .utf8)
    return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  /// Its socket.
  var socket: String { folder + "/.s.PGSQL." + port }
  var port: String { url.split(separator: ":").last.map { String($0.prefix { $0 != "/" }) } ?? "" }

  /// Runs the script; waits for the shell alone, and not for the server that it leaves running.
  @discardableResult
  static func script(_ words: [String]) -> Int32? {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let line =
      "ORDA_POSTGRESQL_OWNER=\(ProcessInfo.processInfo.processIdentifier) exec '\(root.path)/Scripts/postgresql.sh' "
      + words.map { "'\($0)'" }.joined(separator: " ") + " >/dev/null </dev/null"
    return Shell.status(of: line)
  }
}

/// A line for the shell.
enum Shell {
  static func status(of line: String) -> Int32? {
    let words: [String] = ["/bin/bash", "-c", line]
    let copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for text in copies { free(text) } }
    var process = pid_t()
    guard posix_spawn(&process, "/bin/bash", nil, nil, copies, environ) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
