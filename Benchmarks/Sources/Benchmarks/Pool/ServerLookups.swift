import CMariaDBFloor
import ORDA

/// Rows by their keys from a server, by more who ask than there are connections.
@MainActor
enum ServerLookups {
  static func workloads(_ data: PoolData) -> [Workload] {
    let peer = HikariPeer("lookups") { String($0.keys.count) }.peer
    return [
      // At least 0.95 of the floor's lookups in a second.
      workload("MariaDB, 8 tasks over 4 connections", data, 1 / 0.95, tasks, peer),
      workload("MariaDB, 8 threads over 4 connections", data, .infinity, threads, peer),
    ]
  }

  private static func workload(
    _ name: String, _ data: PoolData, _ target: Double, _ ours: @escaping @MainActor (PoolData) throws -> Side,
    _ peer: (name: String, side: (@MainActor (PoolData) throws -> Side)?)
  ) -> Workload {
    Workload(
      name, on: data, operations: data.keys.count, target: target, kind: .wall, placements: 4, floor: floor, ours: ours,
      peers: [peer])
  }

  /// Threads with a connection each.
  private static func floor(_ data: PoolData) throws -> Side {
    Processors.one.take()
    let bodies = try PoolData.parts(data.keys, PoolData.connections).map { keys in
      let statement = Lent(try MariaDBFloor.Connection(data.mariadb.server).prepare(MariaDBSQL.byKey))
      return { @Sendable in
        try statement.value.tracks(keys).map { UInt64($0.id) &+ UInt64($0.name.count) }.reduce(0, &+)
      }
    }
    return Side(timed: { try onThreads(bodies) })
  }

  private static func tasks(_ data: PoolData) throws -> Side {
    let statement = try data.server().prepare(SQL(text: MariaDBSQL.byKey))
    let parts = PoolData.parts(data.keys, PoolData.tasks)
    return Side(
      run: { try await inTasks(parts) { try await statement.first(Track.self, $0).map(Track.total) ?? 0 } },
      checksum: { $0 })
  }

  private static func threads(_ data: PoolData) throws -> Side {
    let statement = try data.server().prepare(SQL(text: MariaDBSQL.byKey))
    let bodies = PoolData.parts(data.keys, PoolData.tasks).map { keys in
      { @Sendable in
        try keys.reduce(into: 0) { $0 &+= try statement.first(Track.self, $1).map(Track.total) ?? 0 }
      }
    }
    return Side(timed: { try onThreads(bodies) })
  }

  /// What one thread has at a time.
  private struct Lent<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}

/// Does work for each key, in a task for each part, off the main actor. Returns the sum.
@concurrent
func inTasks(
  _ parts: [[Int64]], _ work: @escaping @Sendable (Int64) async throws -> UInt64
) async throws -> UInt64 {
  try await inTasks(parts) { keys in
    var sum: UInt64 = 0
    for key in keys { sum &+= try await work(key) }
    return sum
  }
}

/// Does work for each part in a task of its own, off the main actor. Returns the sum.
@concurrent
func inTasks(
  _ parts: [[Int64]], _ work: @escaping @Sendable ([Int64]) async throws -> UInt64
) async throws -> UInt64 {
  try await withThrowingTaskGroup(of: UInt64.self) { group in
    for part in parts { group.addTask { try await work(part) } }
    return try await group.reduce(0, &+)
  }
}

extension Track {
  static func total(_ track: Track) -> UInt64 { UInt64(track.id) &+ UInt64(track.name.utf8.count) }
}
