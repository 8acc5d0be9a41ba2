import Foundation

/// A program in another language that does the same with a client library of its own; its sources are in
/// `Benchmarks/Peers`.
///
/// `Scripts/bench.sh` installs the libraries, and names the program's command by an environment variable, a word on each
/// line. Where that is not set, the peer has no sides and the run goes on without it.
@MainActor
struct MariaDBPeer {
  typealias Maker = @MainActor (MariaDBData) throws -> Side

  let name: String
  private let key: String
  private let command: [String]

  /// Rounds that don't count, before those that every side has.
  private let warmUps: Int

  private init(_ name: String, variable: String, warmUps: Int) {
    self.name = name
    key = name.lowercased().filter(\.isLetter)
    let words = ProcessInfo.processInfo.environment[variable] ?? ""
    command = words.split(separator: "\n").map(String.init)
    self.warmUps = warmUps
  }

  static let mysqlclient = MariaDBPeer("mysqlclient", variable: "ORDA_BENCH_MYSQLCLIENT", warmUps: 0)

  /// Java's compiler compiles what has been run often enough.
  static let connectorJ = MariaDBPeer("Connector/J", variable: "ORDA_BENCH_CONNECTORJ", warmUps: 5)

  /// A side that runs one of the program's workloads.
  func reading(_ workload: String) -> (name: String, side: Maker?) {
    side { data in
      let process = try start(workload, data, count: workload == "scan" ? 1 : data.keys.count)
      return Side(timed: { try process.round() })
    }
  }

  func inserting() -> (name: String, side: Maker?) {
    side { data in
      let table = try data.emptyTable(key)
      let process = try start("insert", data, count: data.tracks.count) { try data.clear(table) }
      return Side(
        before: { try data.clear(table) },
        timed: { Side.Round(cost: try process.round().cost, checksum: try data.checksum(of: table)) })
    }
  }

  func connecting() -> (name: String, side: Maker?) {
    side { data in
      let process = try start("connect", data, count: data.connections)
      return data.connecting(timed: { try process.round().cost })
    }
  }

  private func side(_ make: @escaping Maker) -> (name: String, side: Maker?) {
    (name, command.isEmpty ? nil : make)
  }

  private func start(
    _ workload: String, _ data: MariaDBData, count: Int, before: () throws -> Void = {}
  ) throws -> PeerProcess {
    let process = try PeerProcess(
      name,
      command + [
        workload, String(data.server.port), data.server.usesSocket ? data.server.socket : "", String(data.rows),
        String(count),
      ])
    for _ in 0..<warmUps {
      try before()
      _ = try process.round()
    }
    return process
  }
}
