import Foundation
import MariaDBTestServer
import ORDA
import Testing

/// The Galera cluster that all tests share: of three nodes, of which the second and the third may be killed.
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
    if given.isEmpty { try Self.control("start '\(folder)' 3", owner: "ORDA_MARIADB_OWNER=\(process)") }
    let output = try TemporaryFolder()
    let file = output.file("url")
    var urls: [String] = []
    for node in 1...3 {
      try Self.control("url '\(folder)' \(node) >'\(file)'")
      urls.append(try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines))
    }
    self.urls = urls
  }

  /// Opens a node by a URL's rest, from the slash before the database on.
  func open(_ node: Int, _ rest: String) throws -> any Governor {
    try TestServer.registry.open(urls[node - 1] + rest)
  }

  /// Opens several nodes, by a URL with a mode such as `+loadbalance`, or with none.
  func open(_ mode: String, _ nodes: [Int], _ rest: String) throws -> any Governor {
    let hosts = try nodes.map { try #require(urls[$0 - 1].split(separator: "@").last) }
    return try TestServer.registry.open("mariadb\(mode)://root@\(hosts.joined(separator: ","))\(rest)")
  }

  /// Kills a node, as a power cut would. Without the first there is no cluster.
  func crash(_ node: Int) throws { try Self.control("crash '\(folder)' \(node)") }

  /// Starts it again; another node sends it all that there is.
  func rejoin(_ node: Int) throws { try Self.control("rejoin '\(folder)' \(node)") }

  /// Stops a node as it stands, or lets it go on.
  func freeze(_ node: Int, _ isFrozen: Bool) throws {
    try Self.control("\(isFrozen ? "freeze" : "thaw") '\(folder)' \(node)")
  }

  /// Cuts a node off from the others, which it does not know, or lets it come back.
  func isolate(_ node: Int, _ isIsolated: Bool) throws {
    let root = try open(node, "?pool.max=1")
    defer { try? root.close(within: .zero) }
    try root.execute(SQL(text: "SET GLOBAL wsrep_provider_options = 'gmcast.isolate=\(isIsolated ? 1 : 0)'"))
  }

  /// Returns when a node has all that the others have committed.
  func waitFor(_ node: Int) {
    // The test before may have kept it from the others.
    #expect(
      eventually {
        guard let root = try? self.open(node, "?pool.max=1&session.wsrep_sync_wait=1") else { return false }
        defer { try? root.close(within: .zero) }
        return (try? root.query("SELECT COUNT(*) FROM mysql.user")) != nil
      })
  }

  private static func control(_ arguments: String, owner: String = "") throws {
    let script = Repository.folder.appendingPathComponent("Scripts/galera.sh").path
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
    for node in 2...3 { cluster.waitFor(node) }
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
}
