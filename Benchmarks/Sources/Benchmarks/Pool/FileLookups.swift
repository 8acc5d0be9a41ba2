import CFloor
import ORDA

/// Rows by their keys from a file, by more who ask than there are readers.
@MainActor
enum FileLookups {
  /// How many lookups a unit of work has.
  nonisolated static let unit = 100

  static func workloads(_ data: PoolData) -> [Workload] {
    // At least 0.8 of the floor's lookups in a second.
    [
      workload("SQLite, 4 threads over 4 readers", data, floor: threadsOfC) { try threads($0, 4) },
      workload("SQLite, 8 threads over 4 readers", data, floor: threadsOfC) { try threads($0, PoolData.tasks) },
      workload("SQLite, 8 tasks, units of 100", data, floor: threadsOfC, ours: units),
      workload("SQLite, 8 tasks, single awaits", data, floor: queueOfC, ours: awaits),
    ]
  }

  private static func workload(
    _ name: String, _ data: PoolData, floor: @escaping @MainActor (PoolData) throws -> Side,
    ours: @escaping @MainActor (PoolData) throws -> Side
  ) -> Workload {
    Workload(
      name, on: data, operations: data.sqlite.keys.count, target: 1 / 0.8, kind: .wall, floor: floor, ours: ours,
      peers: [HikariPeer.none])
  }

  /// Threads with a connection each.
  private static func threadsOfC(_ data: PoolData) throws -> Side {
    Processors.all.take()
    let bodies = try PoolData.parts(data.sqlite.keys, PoolData.connections).map { keys in
      let statement = try FloorConnection(data.sqlite.library).prepare(SQLText.scoreByKey)
      return { @Sendable in try statement.total(keys) }
    }
    return Side(timed: { try onThreads(bodies) })
  }

  /// Threads that ask others, which have a connection each, by a queue.
  private static func queueOfC(_ data: PoolData) throws -> Side {
    Processors.all.take()
    let statements = try (0..<PoolData.connections).map { _ in
      try FloorConnection(data.sqlite.library).prepare(SQLText.scoreByKey)
    }
    let keys = data.sqlite.keys
    return Side(
      run: { try FloorStatement.total(keys, by: statements, askedBy: PoolData.tasks) }, checksum: { $0 })
  }

  /// Each lookup straight from the governor.
  private static func threads(_ data: PoolData, _ count: Int) throws -> Side {
    let statement = try data.file().prepare(SQL(text: SQLText.scoreByKey))
    let bodies = PoolData.parts(data.sqlite.keys, count).map { keys in
      { @Sendable in try keys.reduce(into: 0) { $0 &+= try statement.first(Score.self, $1).map(Score.total) ?? 0 } }
    }
    return Side(timed: { try onThreads(bodies) })
  }

  /// A connection is lent for each unit, and awaited.
  private static func units(_ data: PoolData) throws -> Side {
    let governor = try data.file()
    let parts = PoolData.parts(data.sqlite.keys, PoolData.tasks)
    return Side(
      run: {
        try await inTasks(parts) { (keys: [Int64]) in
          var sum: UInt64 = 0
          for start in stride(from: 0, to: keys.count, by: unit) {
            let some = keys[start..<min(start + unit, keys.count)]
            sum &+= try await governor.withConnection(.reader) { connection in
              let statement = try connection.prepare(SQL(text: SQLText.scoreByKey))
              return try some.reduce(into: UInt64(0)) {
                $0 &+= try statement.first(Score.self, $1).map(Score.total) ?? 0
              }
            }
          }
          return sum
        }
      },
      checksum: { $0 })
  }

  private static func awaits(_ data: PoolData) throws -> Side {
    let statement = try data.file().prepare(SQL(text: SQLText.scoreByKey))
    let parts = PoolData.parts(data.sqlite.keys, PoolData.tasks)
    return Side(
      run: {
        try await inTasks(parts) { (key: Int64) in try await statement.first(Score.self, key).map(Score.total) ?? 0 }
      },
      checksum: { $0 })
  }
}

extension Score {
  static func total(_ score: Score) -> UInt64 { UInt64(score.id) &+ UInt64(score.name.utf8.count) }
}
