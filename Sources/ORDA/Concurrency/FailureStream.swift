internal import ORDAThreads

/// Failures outside of the calls that might have thrown them, as an asynchronous sequence.
///
/// It contains failures after the sequence was requested. A reader that falls behind gets the newest 64. It ends when
/// the task is cancelled.
public struct FailureStream<Element: Sendable>: AsyncSequence, Sendable {
  /// It never fails.
  public typealias Failure = Never

  private let mailbox = Mailbox<Element>(capacity: 64)

  init(_ source: Source) { source.add(mailbox) }

  /// A reader of the unread failures.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(mailbox: mailbox) }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<Element>

    /// The next failure; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await mailbox.next() }

    /// The next failure; nil at the end.
    public mutating func next() async -> Element? { await next(isolation: #isolation) }
  }

  /// Where failures are sent from.
  final class Source: Sendable {
    private struct Reader {
      weak var mailbox: Mailbox<Element>?
    }

    private let readers = Lock<[Reader]>([])

    func add(_ mailbox: Mailbox<Element>) {
      readers.withLock { readers in
        readers.removeAll { $0.mailbox == nil }
        readers.append(Reader(mailbox: mailbox))
      }
    }

    func send(_ failure: Element) {
      for mailbox in readers.withLock({ $0.compactMap(\.mailbox) }) { mailbox.put(failure) }
    }
  }
}
