/// The elements of a sequence as an asynchronous sequence, which ends early if its task is cancelled.
///
/// As with other asynchronous sequences that end so, whoever must have all elements asks afterwards whether the task was
/// cancelled. It never suspends: a long loop over it has to give other tasks their turn, as ``PortionFeed/put(_:)`` does.
public struct AwaitedElements<Base: Sequence>: AsyncSequence {
  private let base: Base

  /// The elements of a sequence, which is iterated as often as this is.
  public init(_ base: Base) { self.base = base }

  /// An iterator at the first element.
  public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeIterator()) }

  /// One iteration.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.Iterator

    /// The next element; nil at the end, and once the task was cancelled.
    public mutating func next() async -> Base.Element? { Task.isCancelled ? nil : base.next() }
  }
}

extension AwaitedElements: Sendable where Base: Sendable {}
