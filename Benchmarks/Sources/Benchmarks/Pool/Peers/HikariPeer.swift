import Foundation

/// HikariCP over MariaDB Connector/J, or over connections that do nothing; see `Benchmarks/Peers/Hikari.java`.
///
/// Without the libraries it has no sides, like a ``MariaDBPeer``.
@MainActor
struct HikariPeer {
  typealias Named = (name: String, side: (@MainActor (PoolData) throws -> Side)?)

  private static let name = "HikariCP"
  private static let command = (ProcessInfo.processInfo.environment["ORDA_BENCH_HIKARI"] ?? "")
    .split(separator: "\n").map(String.init)
  /// Java's compiler compiles what has been run often enough.
  private static let warmUps = 5

  /// For a workload that it can't do.
  static let none: Named = (name, nil)

  private let workload: String
  private let arguments: @MainActor (PoolData) -> String

  /// - Parameter arguments: What the workload is told, in words.
  init(_ workload: String, _ arguments: @escaping @MainActor (PoolData) -> String) {
    self.workload = workload
    self.arguments = arguments
  }

  var peer: Named {
    guard !Self.command.isEmpty else { return Self.none }
    return (
      Self.name,
      { data in
        let arguments = arguments(data).split(separator: " ").map(String.init)
        let places = [String(data.mariadb.server.port), String(data.mariadb.rows), String(data.mariadb.keys.count)]
        let process = try PeerProcess(Self.name, Self.command + [workload] + places + arguments)
        if !workload.hasPrefix("spike") { for _ in 0..<Self.warmUps { _ = try process.round() } }
        return Side(timed: { try process.round() })
      }
    )
  }
}
