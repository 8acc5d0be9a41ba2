import ORDA
import ORDASQLite
import Synchronization

/// Small writes that a queue does in their order, and writes that wait for an observer.
@MainActor
enum OrderedWork {
  private static let update = "UPDATE track SET milliseconds = ? WHERE id = ?"

  static func workloads(_ scale: Scale, _ folder: ScratchFolder) throws -> [Workload] {
    let data = try LiveData(scale, in: folder)
    let count = Int64(data.count)
    // 7919 is prime and no divisor of a count of rows, so that each key comes once.
    let keys = (0..<count).map { $0 * 7919 % count + 1 }
    let few = Array(keys.prefix(max(data.count / 50, 1)))
    return [
      Workload(
        "enqueue and run a write for each row", on: data, operations: keys.count, target: 1.3, kind: .wall,
        floor: { try floor($0, keys) }, ours: { try queue($0, keys) }, peers: []),
      Workload(
        "awaited write that an observer is waited for", on: data, operations: few.count, target: 1.3, kind: .wall,
        floor: { try awaited($0, few, isObserved: false) }, ours: { try awaited($0, few, isObserved: true) }, peers: []),
    ]
  }

  /// One thread, each write a transaction of its own.
  private static func floor(_ data: LiveData, _ keys: [Int64]) throws -> Side {
    let path = try data.database("floor-queue")
    let statement = try FloorConnection(path).prepare(update)
    let number = Number()
    return Side(
      before: { try data.checkpoint(path) },
      run: { try statement.write(number.next(), keys) },
      checksum: { try checksum(data, path, number) })
  }

  /// The same given to a queue, and waited for.
  private static func queue(_ data: LiveData, _ keys: [Int64]) throws -> Side {
    let path = try data.database("orda-queue")
    let governor = try LiveData.open(path)
    let queue = governor.queue()
    let sql = SQL(text: update)
    let number = Number()
    let run: @MainActor () async throws -> Void = {
      let value = number.next()
      for key in keys { queue.enqueue { connection in try connection.execute(sql, value, key) } }
      try await queue.flush()
    }
    return Side(
      before: { try data.checkpoint(path) }, run: run, checksum: { try checksum(data, path, number) })
  }

  /// Awaited writes one after the other, with an observer that each waits for, or with none.
  private static func awaited(_ data: LiveData, _ keys: [Int64], isObserved: Bool) throws -> Side {
    let path = try data.database(isObserved ? "orda-observed" : "orda-alone")
    let governor = try LiveData.open(path)
    let heard = ToldRows()
    let observation =
      isObserved
      ? try governor.blocking.observeChanges(of: "track", when: .beforeReturn) { heard.note($0.rows.count) } : nil
    let sql = SQL(text: update)
    let number = Number()
    let run: @MainActor () async throws -> Void = {
      let value = number.next()
      for key in keys {
        try await governor.execute(sql, value, key)
        guard observation == nil || heard.take() == 1 else {
          throw LiveFailure(description: "the observer was not called before the write returned")
        }
      }
    }
    return Side(
      before: { try data.checkpoint(path) }, run: run, checksum: { try checksum(data, path, number) })
  }

  private static func checksum(_ data: LiveData, _ path: String, _ number: Number) throws -> UInt64 {
    try data.rows(of: path, with: number.current)
  }

  /// What the rows are set to: another number in each round, so that each is a change.
  private final class Number {
    private(set) var current: Int64 = 0
    func next() -> Int64 {
      current += 1
      return current
    }
  }
}

/// How many changed rows an observer was told of since it was asked last.
private final class ToldRows: Sendable {
  private let count = Mutex(0)
  func note(_ rows: Int) { count.withLock { $0 += rows } }
  func take() -> Int {
    count.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}
