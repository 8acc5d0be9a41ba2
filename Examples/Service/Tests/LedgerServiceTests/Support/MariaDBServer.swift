import Foundation

/// A MariaDB server of a test's own, which may be killed; it goes with the object, and with the process.
final class MariaDBServer: Sendable {
  /// What has been answered is on the disk, or at least with the system: a server that is killed must not lose it.
  private static let options = "--innodb-flush-log-at-trx-commit=1 --sync-binlog=1"

  private let folder: TemporaryFolder
  let port: Int

  init() throws {
    folder = try TemporaryFolder()
    try Self.control("start '\(folder.path)' '' \(Self.options) >'\(folder.file("url"))'")
    guard let port = folder.text("url").split(whereSeparator: { !$0.isNumber }).last.flatMap({ Int($0) }) else {
      throw Missing(description: "Scripts/mariadb.sh printed no URL")
    }
    self.port = port
  }

  deinit { try? kill() }

  /// The URL of a new database, with options.
  func newDatabase(_ options: String = "") throws -> String {
    let name = "ledger_\(UUID().uuidString.prefix(8))"
    try Self.control("client '\(folder.path)' -e 'CREATE DATABASE \(name)'")
    return "mariadb://root@127.0.0.1:\(port)/\(name)\(options)"
  }

  /// Kills it, as a power cut would.
  func kill() throws { try Self.control("crash '\(folder.path)'") }

  /// Starts it again, on the same port.
  func restart() throws { try Self.control("start '\(folder.path)' \(port) \(Self.options) >/dev/null") }

  /// Stops it as it stands, until ``thaw()``.
  func freeze() throws { try Self.control("freeze '\(folder.path)'") }

  func thaw() throws { try Self.control("thaw '\(folder.path)'") }

  private static func control(_ arguments: String) throws {
    // From Tests/LedgerServiceTests/Support up to the repository.
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<6 { root.deleteLastPathComponent() }
    let owner = ProcessInfo.processInfo.processIdentifier
    try run("ORDA_MARIADB_OWNER=\(owner) /bin/bash '\(root.path)/Scripts/mariadb.sh' \(arguments)")
  }

  private static func run(_ line: String) throws {
    guard ShellCommand.status(of: line) == 0 else { throw Missing(description: "failed: \(line)") }
  }
}
