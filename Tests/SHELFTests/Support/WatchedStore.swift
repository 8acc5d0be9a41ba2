import ORDAThreads
import SHELF

/// A store in memory that says when it is called, so that a test can do something in between.
final class WatchedStore: ShelfStore {
  enum Call: Sendable { case read, write, ids }

  let memory = MemoryShelfStore()
  private let before = Lock<(@Sendable (Call, _ number: Int) async throws -> Void)?>(nil)
  private let counts = Lock<[Call: Int]>([:])

  /// Calls a closure before each call of the store, with how many there were of its kind, from 1.
  func beforeCalls(_ body: (@Sendable (Call, Int) async throws -> Void)?) {
    counts.withLock { $0 = [:] }
    before.withLock { $0 = body }
  }

  private func tell(_ call: Call) async throws {
    let number = counts.withLock { counts in
      counts[call, default: 0] += 1
      return counts[call, default: 0]
    }
    try await before.withLock { $0 }?(call, number)
  }

  func read(_ ids: [ShelfId]) async throws -> [StoredObject?] {
    try await tell(.read)
    return try await memory.read(ids)
  }

  func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome {
    try await tell(.write)
    return try await memory.write(writes)
  }

  func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    try await tell(.ids)
    return try await memory.ids(type: type, after: id, limit: limit)
  }

  func wipe() async throws { try await memory.wipe() }
}
