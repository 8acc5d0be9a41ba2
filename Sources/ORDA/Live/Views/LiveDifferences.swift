internal import ORDAThreads

/// How a live result or a live query changes, as an asynchronous sequence.
///
/// ```swift
/// for await difference in adults.differences {
///   for place in difference.deletes.reversed() { … }
/// }
/// ```
///
/// Each difference leads from the list that the reader was last given to the current one. A slow reader gets one
/// difference for everything that happened meanwhile, without what was undone in between, and the two lists bound the
/// memory that waits for it. The sequence ends when the result, the query or the governor is closed, and in a cancelled
/// task. It holds the result or the query.
///
/// Several iterators share the differences: each gets those that no other one took.
public struct LiveDifferences<Entry: Sendable>: AsyncSequence, Sendable {
  /// How the list changed.
  public typealias Element = LiveDifference<Entry>
  /// It throws nothing.
  public typealias Failure = Never

  /// Holds one element while there may be a difference.
  let wakes: Mailbox<Void>
  /// How the list changed since the last call; nil if it did not.
  let take: @Sendable () -> LiveDifference<Entry>?

  /// A reader of the differences that nobody has read yet.
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

/// What a reader of differences was last given, and what changed since.
final class LiveReader: Sendable {
  private struct State {
    var seen: [TableEntry]
    var updates = EntryUpdates()
  }

  private let state: Lock<State>
  /// Holds one element while there may be a difference.
  let wakes = Mailbox<Void>(capacity: 1) { _, _ in }

  init(_ seen: [TableEntry]) { state = Lock(State(seen: seen)) }

  /// Something changed; the result already has its new list.
  func wake(_ updates: EntryUpdates) {
    state.withLock { state in
      state.updates.formUnion(updates)
      // Entries that came, changed and went are in no difference. So no more are needed than the list is long.
      if state.updates.count > 2 * state.seen.count + 1024 { state.updates = state.updates.of(state.seen) }
    }
    wakes.put(())
  }

  /// How the list changed since the last call; nil if it did not.
  ///
  /// - Parameters:
  ///   - names: The names of the entries' columns.
  ///   - entries: Returns the current list.
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
