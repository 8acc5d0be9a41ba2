import CFloor
import Foundation
import ORDA
import Synchronization

/// Ten thousand tasks that wait for the only connection.
@MainActor
enum Waiters {
  static func workloads(_ data: PoolData) -> [Workload] {
    [
      workload("10,000 waiting tasks: out of order", data, 0, .count, ours: disorder),
      workload(
        "10,000 waiting tasks: memory beyond the task's", data, 1024, .bytesEach, floor: plainBytes, ours: bytes),
      workload("10,000 waiting tasks: all cancelled", data, 50, .longest, ours: cancelling),
    ]
  }

  private static func workload(
    _ name: String, _ data: PoolData, _ limit: Double, _ kind: Cost.Kind,
    floor: (@MainActor (PoolData) async throws -> Double)? = nil,
    ours: @escaping @MainActor (PoolData) async throws -> Double
  ) -> Workload {
    func maker(
      _ figure: @escaping @MainActor (PoolData) async throws -> Double
    ) -> @MainActor (PoolData) throws -> Side {
      { data in
        Processors.all.take()
        return Side(timed: { Side.Round(cost: Cost(figure: try await figure(data)), checksum: 1) })
      }
    }
    return Workload(
      name, on: data, operations: data.waiters, target: limit, kind: kind, floor: floor.map(maker), ours: maker(ours),
      peers: [HikariPeer.none])
  }

  /// Those who wait, behind one who holds the connection.
  @MainActor
  private struct Queue {
    let governor: any Governor
    let holder: Task<Void, any Error>
    let end: DispatchSemaphore
    var tasks: [Task<Bool, Never>] = []
    /// Their numbers, in the order in which they were served.
    let served = Served()

    final class Served: Sendable {
      let numbers = Mutex<[Int]>([])
    }

    /// Takes the only connection, and has none wait yet.
    init(_ data: PoolData) async throws {
      let governor = try data.slow("pool.max=1&pool.acquire-timeout=1h")
      let end = DispatchSemaphore(value: 0)
      holder = Task.detached { try await governor.withConnection { _ in _ = end.wait(timeout: .now() + 600) } }
      (self.governor, self.end) = (governor, end)
      while governor.statistics.active == 0 { await Task.yield() }
      served.numbers.withLock { $0.reserveCapacity(data.waiters) }
      tasks.reserveCapacity(data.waiters)
    }

    /// Has so many wait.
    ///
    /// - Parameter inOrder: True if they are the main actor's, which begins them in order; otherwise they are nobody's, as those of
    ///   a service are.
    mutating func fill(_ count: Int, inOrder: Bool = false) async {
      for number in 0..<count {
        tasks.append(
          inOrder
            ? Task { @MainActor [governor, served] in await Self.wait(for: governor, number, served) }
            : Task.detached { [governor, served] in await Self.wait(for: governor, number, served) })
      }
      while governor.statistics.waiting < count { await Task.yield() }
    }

    private nonisolated(nonsending) static func wait(
      for governor: any Governor, _ number: Int, _ served: Served
    ) async -> Bool {
      do {
        try await governor.withConnection { _ in served.numbers.withLock { $0.append(number) } }
        return true
      } catch {
        return false
      }
    }

    /// Lets all go on, and awaits them.
    ///
    /// - Returns: How many were served.
    func finish() async throws -> Int {
      end.signal()
      try await holder.value
      var count = 0
      for task in tasks where await task.value { count += 1 }
      try await governor.close()
      return count
    }
  }

  /// How many were served before one that came before them.
  private static func disorder(_ data: PoolData) async throws -> Double {
    var queue = try await Queue(data)
    await queue.fill(data.waiters, inOrder: true)
    guard try await queue.finish() == data.waiters else { throw LiveFailure(description: "not all were served") }
    let numbers = queue.served.numbers.withLock { $0 }
    return Double(zip(numbers, numbers.dropFirst()).count { $0 > $1 })
  }

  private static func bytes(_ data: PoolData) async throws -> Double {
    // What the first ones leave is used again.
    var first = try await Queue(data)
    await first.fill(data.waiters)
    _ = try await first.finish()
    var queue = try await Queue(data)
    let before = cf_allocated()
    await queue.fill(data.waiters)
    let bytes = Double(cf_allocated() - before) / Double(data.waiters)
    _ = try await queue.finish()
    guard bytes > 0 else { throw LiveFailure(description: "this system does not tell how much memory is allocated") }
    return bytes - (try await plainBytes(data))
  }

  /// The bytes of a task that waits for nothing else than to be continued.
  private static func plainBytes(_ data: PoolData) async throws -> Double {
    final class Waiting: Sendable {
      let continuations = Mutex<[UnsafeContinuation<Bool, Never>]>([])
    }
    let waiting = Waiting()
    waiting.continuations.withLock { $0.reserveCapacity(data.waiters) }
    var tasks: [Task<Bool, Never>] = []
    tasks.reserveCapacity(data.waiters)
    let before = cf_allocated()
    for _ in 0..<data.waiters {
      tasks.append(
        Task.detached { await withUnsafeContinuation { task in waiting.continuations.withLock { $0.append(task) } } })
    }
    while waiting.continuations.withLock({ $0.count }) < data.waiters { await Task.yield() }
    let bytes = Double(cf_allocated() - before) / Double(data.waiters)
    for continuation in waiting.continuations.withLock({ $0 }) { continuation.resume(returning: true) }
    for task in tasks { _ = await task.value }
    return bytes
  }

  /// How long it takes from the first being cancelled until the last has ended.
  private static func cancelling(_ data: PoolData) async throws -> Double {
    var queue = try await Queue(data)
    await queue.fill(data.waiters)
    let start = Cost.now()
    for task in queue.tasks { task.cancel() }
    for task in queue.tasks where await task.value { throw LiveFailure(description: "one was served") }
    let wall = (Cost.now() - start).wall
    _ = try await queue.finish()
    return wall / 1e6
  }
}
