internal import ORDAThreads

/// What becomes of a live result or of a live query, as an asynchronous sequence.
///
/// ```swift
/// for await difference in adults.differences {
///   for place in difference.deletes.reversed() { … }
/// }
/// ```
///
/// Each difference leads from the list that the reader was given last to the one that holds now: a reader that is slow
/// gets one difference for all that happened meanwhile, and the memory that waits for it is bounded by the two lists. What
/// was undone in between is in none. It ends when what it tells of or the governor is closed, and with a task that is
/// cancelled. It holds the result, or the query.
///
/// Several iterators share the differences: each gets those that no other one took.
public struct LiveDifferences<Entry: Sendable>: AsyncSequence, Sendable {
  /// What became of the list.
  public typealias Element = LiveDifference<Entry>
  /// It throws nothing.
  public typealias Failure = Never

  /// Holds one element while there may be a difference.
  let wakes: Mailbox<Void>
  /// What became of the list since this was last asked; nil if nothing did.
  let take: @Sendable () -> LiveDifference<Entry>?

  /// A reader of the differences that nobody has read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(differences: self) }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let differences: LiveDifferences<Entry>

    /// The next difference; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> LiveDifference<Entry>? {
      while await differences.wakes.next() != nil {
        if let difference = differences.take() { return difference }
      }
      return nil
    }

    /// The next difference; nil at the end.
    public mutating func next() async -> LiveDifference<Entry>? { await next(isolation: #isolation) }
  }

  /// The same differences of other elements.
  func mapped<T>(_ transform: @escaping @Sendable (LiveDifference<Entry>) -> LiveDifference<T>) -> LiveDifferences<T> {
    LiveDifferences<T>(wakes: wakes) { [take] in take().map(transform) }
  }
}

/// What a reader of differences was given last, and what changed since.
final class LiveReader: Sendable {
  private struct State {
    var seen: [TableEntry]
    var updates = EntryUpdates()
  }

  private let state: Lock<State>
  /// Holds one element while there may be a difference.
  let wakes = Mailbox<Void>(capacity: 1) { _, _ in }

  init(_ seen: [TableEntry]) { state = Lock(State(seen: seen)) }

  /// Something changed; the result has its list already.
  func wake(_ updates: EntryUpdates) {
    state.withLock { state in
      state.updates.formUnion(updates)
      // Rows that came, changed and went again are in no difference. Others there are no more of than the list is long.
      if state.updates.count > 2 * state.seen.count + 1024 { state.updates = state.updates.of(state.seen) }
    }
    wakes.put(())
  }

  /// What became of the list since this was last asked; nil if nothing did.
  ///
  /// - Parameters:
  ///   - names: Those of the entries' columns.
  ///   - entries: Gives the list of now.
  func take(names: ColumnNames, to entries: () -> [TableEntry]) -> LiveDifference<TableEntry>? {
    let (before, after, updates) = state.withLock { state in
      let (before, updates) = (state.seen, state.updates)
      state.seen = entries()
      state.updates = EntryUpdates()
      return (before, state.seen, updates)
    }
    let difference = LiveDifference(from: before, to: after, updates, names: names)
    return difference.isEmpty ? nil : difference
  }
}
