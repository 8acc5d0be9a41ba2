import ORDA

/// Fifty who ask at once, where connecting takes 150 ms: how many connections are opened for them, and how long it takes until
/// all are served.
@MainActor
struct Spike {
  static let callers = 50

  /// What is kept open while nobody asks.
  let minimum: Int
  /// How long each caller's statement takes, in milliseconds.
  let statement: Int

  private var name: String { "spike, \(minimum) open, \(statement) ms each" }

  static func workloads(_ data: PoolData) -> [Workload] {
    let (short, long) = (Spike(minimum: 0, statement: 2), Spike(minimum: 5, statement: 500))
    return [
      short.workload("connections", data, 10, .count, "spike-connections") { $0.connections },
      short.workload("all served", data, 220, .longest, "spike") { $0.milliseconds },
      long.workload("all served", data, 750, .longest, "spike") { $0.milliseconds },
    ]
  }

  private func workload(
    _ what: String, _ data: PoolData, _ limit: Double, _ kind: Cost.Kind, _ peer: String,
    _ figure: @escaping @MainActor ((connections: Double, milliseconds: Double)) -> Double
  ) -> Workload {
    Workload(
      "\(name): \(what)", on: data, operations: Self.callers, target: limit, kind: kind, floor: nil,
      ours: { data in
        Processors.all.take()
        return Side(timed: {
          Side.Round(cost: Cost(figure: figure(try await play(data))), checksum: UInt64(Self.callers))
        })
      },
      peers: [HikariPeer(peer) { _ in "\(minimum) \(statement)" }.peer])
  }

  private func play(_ data: PoolData) async throws -> (connections: Double, milliseconds: Double) {
    let governor = try data.slow(
      "connect=150ms&statement=\(statement)ms&pool.max=50&pool.min=\(minimum)&pool.warm=true")
    // The one that was opened to see whether the database is there goes, unless it is to be kept.
    if minimum == 0 { governor.refresh() }
    let before = governor.statistics.opened
    let callers = (0..<Self.callers).map { [Int64($0)] }
    let start = Cost.now()
    let served = try await inTasks(callers) { (_: Int64) in
      try await governor.execute("WAIT")
      return 1
    }
    let wall = (Cost.now() - start).wall
    let opened = governor.statistics.opened - before
    try await governor.close()
    guard served == Self.callers else { throw LiveFailure(description: "\(served) were served") }
    return (Double(opened + minimum), wall / 1e6)
  }
}
