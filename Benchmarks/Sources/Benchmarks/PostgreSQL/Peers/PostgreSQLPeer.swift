import Foundation

/// A program in another language that does the same with a client library of its own; its sources are in
/// `Benchmarks/Peers`.
///
/// `Scripts/bench.sh` installs the libraries, and names the program's command by an environment variable, a word on each
/// line. Where that is not set, the peer has no sides and the run goes on without it.
@MainActor
struct PostgreSQLPeer {
  typealias Maker = @MainActor (PostgreSQLData) throws -> Side

  let name: String
  private let command: [String]

  /// Rounds that don't count, before those that every side has.
  private let warmUps: Int

  /// Whether it knows a way to a Unix socket.
  private let hasSockets: Bool

  private init(_ name: String, variable: String, warmUps: Int, hasSockets: Bool) {
    self.name = name
    let words = ProcessInfo.processInfo.environment[variable] ?? ""
    command = words.split(separator: "\n").map(String.init)
    self.warmUps = warmUps
    self.hasSockets = hasSockets
  }

  static let psycopg = PostgreSQLPeer("psycopg", variable: "ORDA_BENCH_PSYCOPG", warmUps: 0, hasSockets: true)

  /// Java's compiler compiles what has been run often enough.
  static let pgjdbc = PostgreSQLPeer("pgjdbc", variable: "ORDA_BENCH_PGJDBC", warmUps: 5, hasSockets: false)

  /// A side that runs one of the program's workloads.
  func reading(_ workload: String, on data: PostgreSQLData) -> (name: String, side: Maker?) {
    side(data) { data in
      let process = try start(workload, data, count: workload == "scan" ? 1 : data.keys.count)
      return Side(timed: { try process.round() })
    }
  }

  func inserting(_ workload: String) -> (name: String, side: Maker?) {
    side { data in
      let table = try data.emptyTable(name)
      let process = try start(workload, data, count: data.tracks.count) { try data.clear(table) }
      return Side(
        before: { try data.clear(table) },
        timed: { Side.Round(cost: try process.round().cost, checksum: try data.checksum(of: table)) })
    }
  }

  func connecting(on data: PostgreSQLData) -> (name: String, side: Maker?) {
    side(data) { data in
      let process = try start("connect", data, count: data.connections)
      return data.connecting(timed: { try process.round().cost })
    }
  }

  private func side(_ data: PostgreSQLData? = nil, _ make: @escaping Maker) -> (name: String, side: Maker?) {
    let isAble = !command.isEmpty && (hasSockets || data?.server.usesSocket != true)
    return (name, isAble ? make : nil)
  }

  private func start(
    _ workload: String, _ data: PostgreSQLData, count: Int, before: () throws -> Void = {}
  ) throws -> PeerProcess {
    let process = try PeerProcess(
      name,
      command + [
        workload, String(data.server.port), data.server.usesSocket ? data.server.folder : "", String(data.rows),
        String(count),
      ])
    for _ in 0..<warmUps {
      try before()
      _ = try process.round()
    }
    return process
  }
}
