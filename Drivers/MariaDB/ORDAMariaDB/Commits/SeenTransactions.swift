internal import ORDAThreads
internal import Synchronization

/// The last transactions that the program may know of: those that it has committed, and those whose changes it was told.
///
/// A replica that has these shows nothing older than what the program has seen. Each domain of the log has an order of its own.
final class SeenTransactions: Sendable {
  private let last = Lock<[UInt32: GTID]>([:])
  private let count = Atomic<Int>(0)

  /// Grows with each that is noted.
  var version: Int { count.load(ordering: .acquiring) }

  /// The program may know of a transaction, and so of those before it.
  func note(_ transaction: GTID) {
    last.withLock { last in
      if let known = last[transaction.domain], known.sequence >= transaction.sequence { return }
      last[transaction.domain] = transaction
      count.add(1, ordering: .releasing)
    }
  }

  /// The version, and the position that a replica must have come to.
  var goal: (version: Int, position: String) {
    last.withLock { last in
      (count.load(ordering: .relaxed), last.values.map(\.description).joined(separator: ","))
    }
  }
}
