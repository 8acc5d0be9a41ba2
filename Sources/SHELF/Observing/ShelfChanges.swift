internal import ORDAThreads

/// The changes of a shelf's objects. See ``Shelf/changes()``.
///
/// Use it from one task: two would each get a part.
public struct ShelfChanges: AsyncSequence, Sendable {
  /// What changed.
  public typealias Element = ShelfChange
  /// It never fails.
  public typealias Failure = Never

  /// What has changed and was not read yet.
  fileprivate final class Gathered: Sendable {
    /// More ids than this are reported as everything.
    private static let most = 10_000
    private let change = Lock<ShelfChange?>(nil)

    func add(_ new: ShelfChange) {
      change.withLock { change in
        switch (change, new) {
        case (.objects(let old), .objects(let ids)) where old.count < Self.most: change = .objects(old.union(ids))
        case (nil, _): change = new
        default: change = .everything
        }
      }
    }

    func take() -> ShelfChange? {
      change.withLock { change in
        defer { change = nil }
        return change
      }
    }
  }

  private let gathered = Gathered()
  private let signals: AsyncStream<Void>
  private let observation: ShelfObservation

  init(_ shelf: Shelf, _ id: ShelfId?) {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    observation = ShelfObservation(shelf, id) { [gathered] change in
      guard let change else { return signal.finish() }
      gathered.add(change)
      signal.yield()
    }
  }

  /// Returns the changes that have gathered since the sequence was made, and then new ones.
  public func makeAsyncIterator() -> Iterator {
    Iterator(gathered: gathered, signals: signals.makeAsyncIterator(), observation: observation)
  }

  /// Reads the changes one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let gathered: Gathered
    fileprivate var signals: AsyncStream<Void>.Iterator
    // Held, since it ends with its last holder.
    fileprivate let observation: ShelfObservation

    /// What changed since the last call, as soon as there is something; nil if the task was cancelled, or the shelf
    /// closed.
    public mutating func next() async -> ShelfChange? { await next(isolation: #isolation) }

    /// What changed since the last call, as soon as there is something; nil if the task was cancelled, or the shelf
    /// closed.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ShelfChange? {
      while true {
        if let change = gathered.take() { return change }
        guard await signals.next(isolation: actor) != nil else { return gathered.take() }
      }
    }
  }
}
