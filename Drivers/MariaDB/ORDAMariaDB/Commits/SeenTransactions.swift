internal import ORDAThreads
internal import Synchronization

/// The last transactions that the program may know of: those that it has committed, and those whose changes it was told.
///
/// A replica that has these shows nothing older than what the program has seen. Each domain of the log has an order of its own.
final class SeenTransactions: Sendable {
  /// How long a server may go on committing what it gives no answer to.
  private static let patience = Duration.seconds(60)

  private let last = Lock<[UInt32: GTID]>([:])
  /// When an answer was missed last: what it would have named may be committed.
  private let missedAt = Lock<MonotonicTime?>(nil)
  private let count = Atomic<Int>(0)

  /// Grows with each that is noted.
  var version: Int { count.load(ordering: .acquiring) }

  /// True if the program may have committed something of which no name is known: then only the server that has it shows it for
  /// certain. It lasts until one is noted that must be later.
  var isUnsure: Bool { missedAt.withLock { $0 != nil } }

  /// A server will not answer to what may commit.
  func noteUnknown(at now: MonotonicTime = .now) {
    missedAt.withLock { $0 = now }
    count.add(1, ordering: .releasing)
  }

  /// The program may know of a transaction, and so of those before it.
  func note(_ transaction: GTID, at now: @autoclosure () -> MonotonicTime = .now) {
    missedAt.withLock { missed in
      if let time = missed, now() - time >= Self.patience { missed = nil }
    }
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
