import Foundation
import MariaDBTestServer
import ORDA
import Testing

/// The Galera cluster that all tests share: of two nodes, of which the second may be killed.
///
/// It is in the folder that `ORDA_TEST_GALERA` names, where `Scripts/test.sh` has started it. Where the variable is not set, one
/// is started for the process and stopped at its end. A test fails where there is none: none is skipped.
final class Cluster: Sendable {
  static let shared: Result<Cluster, any Error> = Result { try Cluster() }

  private let folder: String
  /// `mariadb://root@127.0.0.1:3306`, of each node.
  private let urls: [String]

  private init() throws {
    let given = ProcessInfo.processInfo.environment["ORDA_TEST_GALERA"] ?? ""
    let process = ProcessInfo.processInfo.processIdentifier
    folder = given.isEmpty ? "/tmp/orda-galera-\(process)" : given
    if given.isEmpty { try Self.control("start '\(folder)' 2", owner: "ORDA_MARIADB_OWNER=\(process)") }
    let output = try TemporaryFolder()
    let file = output.file("url")
    var urls: [String] = []
    for node in 1...2 {
      try Self.control("url '\(folder)' \(node) >'\(file)'")
      urls.append(try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines))
    }
    self.urls = urls
  }

  /// Opens a node by a URL's rest, from the slash before the database on.
  func open(_ node: Int, _ rest: String) throws -> any Governor {
    try TestServer.registry.open(urls[node - 1] + rest)
  }

  /// Opens the second node, or the first where the second is away.
  func openEither(_ rest: String) throws -> any Governor {
    let first = try #require(urls[0].split(separator: "@").last)
    return try TestServer.registry.open("\(urls[1]),\(first)\(rest)")
  }

  /// Kills the second node, as a power cut would.
  func crash() throws { try Self.control("crash '\(folder)' 2") }

  /// Starts it again; the first node sends it all that there is.
  func rejoin() throws { try Self.control("rejoin '\(folder)' 2") }

  private static func control(_ arguments: String, owner: String = "") throws {
    let script = TestServer.repository.appendingPathComponent("Scripts/galera.sh").path
    let stdout = arguments.contains(">") ? "" : ">/dev/null"
    guard ShellCommand.status(of: "\(owner) /bin/bash '\(script)' \(arguments) \(stdout)") == 0 else {
      throw Missing(command: "Scripts/galera.sh \(arguments)")
    }
  }

  /// There is no cluster, so that the tests can't run: a failure, never a skip.
  struct Missing: Error, CustomStringConvertible {
    let command: String
    var description: String {
      "these tests need a Galera cluster, and this failed: \(command). Install mariadb-server, galera-4, rsync and lsof"
    }
  }
}

/// A database of a test's own in the cluster, opened on both nodes; it goes with the object.
final class ClusterDatabase: Sendable {
  let cluster: Cluster
  let name: String
  let first: any Governor
  let second: any Governor

  /// - Parameter tables: A script to begin with.
  init(_ tables: SQL) throws {
    cluster = try Cluster.shared.get()
    name = "orda_" + UUID().uuidString.prefix(8).lowercased()
    try Self.run(SQL(text: "CREATE DATABASE \(name)"), on: cluster)
    first = try cluster.open(1, "/\(name)")
    try first.executeScript(tables)
    try Self.waitForSecond(of: cluster)
    second = try cluster.open(2, "/\(name)")
  }

  deinit {
    for db in [first, second] { try? db.close(within: .zero) }
    try? Self.run(SQL(text: "DROP DATABASE \(name)"), on: cluster)
  }

  private static func run(_ statement: SQL, on cluster: Cluster) throws {
    let root = try cluster.open(1, "")
    defer { try? root.close(within: .zero) }
    try root.execute(statement)
  }

  /// Returns when the second node has all that the first has committed.
  private static func waitForSecond(of cluster: Cluster) throws {
    let root = try cluster.open(2, "?pool.max=1")
    defer { try? root.close(within: .zero) }
    try root.withConnection { connection in
      _ = try connection.execute("SET wsrep_sync_wait = 1")
      // The test before may have kept it from the others.
      #expect(eventually { (try? connection.query("SELECT COUNT(*) FROM mysql.user")) != nil })
    }
  }
}
