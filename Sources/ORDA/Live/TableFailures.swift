internal import ORDAThreads

/// A write of an entry that failed.
public struct TableFailure: Sendable {
  /// The key of the row.
  public let key: RowKey
  /// The columns that were to be set; none for a deletion.
  public let columns: [String]
  /// Why it failed.
  public let error: DatabaseError
}

/// Writes of a table's entries that failed, as an asynchronous sequence.
///
/// What fails after ``Table/errors`` was asked for is in it. A reader that falls behind keeps the newest 64. It ends with a
/// task that is cancelled.
public struct TableFailures: AsyncSequence, Sendable {
  /// A write that failed.
  public typealias Element = TableFailure
  /// It throws nothing.
  public typealias Failure = Never

  private let mailbox = Mailbox<TableFailure>(capacity: 64)

  init(_ source: Source) { source.add(mailbox) }

  /// A reader of the failures that nobody has read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(mailbox: mailbox) }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<TableFailure>

    /// The next failure; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> TableFailure? { await mailbox.next() }

    /// The next failure; nil at the end.
    public mutating func next() async -> TableFailure? { await next(isolation: #isolation) }
  }

  /// Where a table's failures are sent from.
  final class Source: Sendable {
    private struct Reader {
      weak var mailbox: Mailbox<TableFailure>?
    }

    private let readers = Lock<[Reader]>([])

    func add(_ mailbox: Mailbox<TableFailure>) {
      readers.withLock { readers in
        readers.removeAll { $0.mailbox == nil }
        readers.append(Reader(mailbox: mailbox))
      }
    }

    func send(_ failure: TableFailure) {
      for mailbox in readers.withLock({ $0.compactMap(\.mailbox) }) { mailbox.put(failure) }
    }
  }
}
