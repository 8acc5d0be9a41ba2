/// The changes of a ``DataList``, as an asynchronous sequence.
///
/// Each difference leads from the state that this reader received last to the present one: a slow reader receives one
/// difference for all that happened in between. The sequence ends when the list or its store is closed, or the list is released.
public struct DataListDifferences<Object: DataObject>: AsyncSequence, Sendable {
  /// A change of the list.
  public typealias Element = DataListDifference<Object>
  /// It throws nothing.
  public typealias Failure = Never

  let reader: ListReader<Object>

  /// The reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(reader: reader, wakes: reader.wakes.makeAsyncIterator())
  }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let reader: ListReader<Object>
    var wakes: AsyncStream<Void>.AsyncIterator

    /// The next difference; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> DataListDifference<Object>? {
      while await wakes.next(isolation: actor) != nil {
        if let difference = await reader.take() { return difference }
      }
      return nil
    }

    /// The next difference; nil at the end.
    public mutating func next() async -> DataListDifference<Object>? { await next(isolation: #isolation) }
  }
}

/// What a reader received last, and what has changed since.
@MainActor
final class ListReader<Object: DataObject> {
  nonisolated let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation
  private var seen: ListState<Object>
  private var now: ListState<Object>
  private var changed: [ObjectIdentifier: ColumnSet] = [:]
  private let names: @MainActor (ColumnSet) -> [String]

  init(_ state: ListState<Object>, names: @escaping @MainActor (ColumnSet) -> [String]) {
    (seen, now) = (state, state)
    self.names = names
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func tell(_ state: ListState<Object>, _ changed: [ObjectIdentifier: ColumnSet]) {
    now = state
    for (object, columns) in changed { self.changed[object, default: ColumnSet()].formUnion(columns) }
    wake.yield()
  }

  func take() -> DataListDifference<Object>? {
    let difference = seen.difference(to: now, changed: changed.mapValues(names))
    seen = now
    changed = [:]
    return difference.isEmpty ? nil : difference
  }

  func end() { wake.finish() }
}
