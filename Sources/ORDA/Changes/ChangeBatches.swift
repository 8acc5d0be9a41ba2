/// The changes of some tables as an asynchronous sequence, in bounded memory.
///
/// ```swift
/// for await batch in try db.changes(of: "track") {
///   for change in batch.rows { print(change.kind, change.key, change.columns ?? []) }
/// }
/// ```
///
/// What is committed after `changes(of:)` has returned is in it, in the order of the commits. It ends when the governor
/// closes, and with a task that is cancelled. A reader that falls far behind, by more than 1024 batches or 200,000 rows,
/// gets one batch that says that all of its tables may have changed, instead of those that it has not read.
///
/// Listening ends when the last copy of the sequence and the last iterator are gone. Several iterators share the batches:
/// each gets those that no other one took.
public struct ChangeBatches: AsyncSequence, Sendable {
  /// What one commit changed.
  public typealias Element = ChangeBatch
  /// It throws nothing.
  public typealias Failure = Never

  private let reading: Listening

  init(_ reading: Listening) { self.reading = reading }

  /// A reader of the batches that nobody has read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reading: reading) }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let reading: Listening

    /// The next batch; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ChangeBatch? {
      await reading.listener.next()
    }

    /// The next batch; nil at the end.
    public mutating func next() async -> ChangeBatch? { await next(isolation: #isolation) }
  }
}

/// A closure that is called with changes, for as long as this object lives.
public final class ChangeObservation: Sendable {
  /// When the closure is called.
  public enum Moment: Sendable, Hashable {
    /// As soon as possible: a call that wrote may return before.
    case soon
    /// Before the call that wrote returns, for all that this governor writes; for what others write, as soon as possible.
    ///
    /// That call waits for the closure, so the closure must not wait for what another thread or task writes: it would wait for
    /// itself. After five seconds the call returns without it, and the log says so. A write that the closure itself makes
    /// returns first, and is told afterwards.
    case beforeReturn
  }

  private let listening: Listening

  init(_ listening: Listening) { self.listening = listening }

  /// Stops calling the closure. A call that has begun on another thread may still be running when this returns.
  public func cancel() { listening.end() }
}

/// A listener's place at its hub, given up with the object.
final class Listening: Sendable {
  let listener: ChangeListener
  private let hub: ChangeHub

  init(_ listener: ChangeListener, at hub: ChangeHub) {
    self.listener = listener
    self.hub = hub
  }

  deinit { end() }

  func end() { hub.remove(listener) }
}
