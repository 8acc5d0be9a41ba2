import CFloor
import ORDA

/// A connection is taken that nobody else wants, and given back. It belongs to a database that does nothing.
@MainActor
enum Leasing {
  static func workloads(_ data: PoolData) -> [Workload] {
    [
      Workload(
        "acquire and release", on: data, operations: data.leases, target: 15, floor: mutex, ours: blocking,
        peers: [HikariPeer("acquire") { String($0.leases) }.peer]),
      Workload(
        "acquire and release, awaited", on: data, operations: data.awaited, target: 1.5, kind: .wall, placements: 4,
        floor: thread, ours: awaited, peers: [HikariPeer.none]),
    ]
  }

  private static func mutex(_ data: PoolData) -> Side {
    Processors.one.take()
    return Side(run: { cf_lock_and_unlock(data.leases) }, checksum: { UInt64(data.leases) })
  }

  private static func blocking(_ data: PoolData) throws -> Side {
    let governor = try data.slow("pool.max=4")
    return Side(
      run: {
        var count: UInt64 = 0
        for _ in 0..<data.leases { try governor.withConnection { _ in count += 1 } }
        return count
      },
      checksum: { $0 })
  }

  /// A job is handed to an idle thread, and waited for.
  private static func thread(_ data: PoolData) -> Side {
    Processors.one.take()
    return Side(run: { cf_hand_over(data.awaited) }, checksum: { UInt64(data.awaited) })
  }

  private static func awaited(_ data: PoolData) throws -> Side {
    let governor = try data.slow("pool.max=4")
    let count = data.awaited
    return Side(run: { try await lease(governor, count) }, checksum: { $0 })
  }

  /// Off the main actor, which has a thread of its own.
  @concurrent
  private static func lease(_ governor: any Governor, _ count: Int) async throws -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<count { sum += try await governor.withConnection { _ in 1 } }
    return sum
  }
}
