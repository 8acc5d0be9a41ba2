import Foundation
public import ORDA
import ORDAMariaDB
import TestSupport

/// The server that all tests of all targets share.
///
/// It is the one that `ORDA_TEST_MARIADB` names, as `Scripts/test.sh` does. Where the variable is not set, a throw-away
/// server is started once for the process and stopped at its end. A test fails where there is no server: none is skipped.
public enum TestServer {
  /// `mariadb://root@127.0.0.1:3306`: without a database, and without options.
  public static let url: Result<String, any Error> = Result {
    // No change is told late because the machine is busy.
    OwnChangeWait.set(seconds: 3600)
    if let given = ProcessInfo.processInfo.environment["ORDA_TEST_MARIADB"], !given.isEmpty { return given }
    return try start()
  }

  /// The path of the server's socket.
  public static let socket: Result<String, any Error> = Result {
    let db = try open("")
    defer { try? db.close(within: .zero) }
    guard let path = try db.first(String.self, "SELECT @@socket") else { throw Missing(reason: "no socket") }
    return path
  }

  /// There is no server, so that the tests can't run: a failure, never a skip.
  public struct Missing: Error, CustomStringConvertible {
    let reason: String
    /// By a clause that says what is wrong.
    public init(reason: String) { self.reason = reason }
    /// What to do about it.
    public var description: String {
      "these tests need a MariaDB server: \(reason). Install mariadb-server, or set ORDA_TEST_MARIADB to the URL of a "
        + "server for tests, such as mariadb://root@127.0.0.1:3307"
    }
  }

  /// Opens a URL of the shared server: its rest, from the slash before the database on.
  public static func open(_ rest: String, configuration: GovernorConfiguration = GovernorConfiguration()) throws
    -> any Governor
  {
    try registry.open(try url.get() + rest, configuration: configuration)
  }

  private static let runningSQL: SQL = """
    SELECT count(*) FROM information_schema.processlist
    WHERE info LIKE :mark AND id <> connection_id() AND command <> 'Prepare'
    """

  /// How many statements with a mark in their text the server runs.
  public static func running(_ mark: String) throws -> Int {
    let server = try open("?pool.max=1")
    defer { try? server.close(within: .zero) }
    return try server.first(Int.self, runningSQL, ["mark": "%\(mark)%"]) ?? -1
  }

  /// The same, awaited.
  public static func running(_ mark: String) async throws -> Int {
    let server = try open("?pool.max=1")
    let count = try await server.first(Int.self, runningSQL, ["mark": "%\(mark)%"]) ?? -1
    try await server.close(within: .zero)
    return count
  }

  /// Knows the MariaDB driver alone.
  public static let registry: Registry = {
    OwnChangeWait.set(seconds: 3600)
    let registry = Registry()
    try? MariaDB.register(with: registry)
    return registry
  }()

  /// Starts a server that ends with this process, however that ends.
  private static func start() throws -> String {
    let script = Repository.folder.appendingPathComponent("Scripts/mariadb.sh").path
    let process = ProcessInfo.processInfo.processIdentifier
    let folder = "/tmp/orda-mariadb-\(process)"
    // The server would hold a pipe open, so the output goes to a file.
    let file = folder + ".out"
    defer { try? FileManager.default.removeItem(atPath: file) }
    // Tests run beside each other, each with pools of its own.
    let options = "'' --max-connections=600"
    let command = "ORDA_MARIADB_OWNER=\(process) /bin/bash '\(script)' start '\(folder)' \(options) >'\(file)'"
    guard ShellCommand.status(of: command) == 0 else { throw Missing(reason: "Scripts/mariadb.sh start failed") }
    return try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
