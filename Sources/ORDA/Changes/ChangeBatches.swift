/// The changes of some tables as an asynchronous sequence, in bounded memory.
///
/// ```swift
/// for await batch in try db.changes(of: "track") {
///   for change in batch.rows { print(change.kind, change.key, change.columns ?? []) }
/// }
/// ```
///
/// It contains what is committed after `changes(of:)` has returned, in the order of the commits. It ends when the
/// governor closes, or the task is cancelled. A reader that falls far behind, by more than 1024 batches or 200,000
/// rows, gets one batch that says that all of its tables may have changed, instead of those that it has not read.
///
/// Listening ends when the last copy of the sequence and the last iterator are released. Several iterators share the
/// batches: each gets those that no other one took.
public struct ChangeBatches: AsyncSequence, Sendable {
  /// The changes of one commit.
  public typealias Element = ChangeBatch
  /// It never fails.
  public typealias Failure = Never

  private let reading: Listening

  init(_ reading: Listening) { self.reading = reading }

  /// A reader of the unread batches.
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

/// A closure that is called with changes, as long as this object lives.
public final class ChangeObservation: Sendable {
  /// When the closure is called.
  public enum Moment: Sendable, Hashable {
    /// As soon as possible: a call that wrote may return earlier.
    case soon
    /// For what this governor writes, before the call that wrote returns; for what others write, as soon as possible.
    ///
    /// That call waits for the closure, so the closure must not wait for what another thread or task writes: it would
    /// wait for itself. After five seconds the call returns without it, and the log says so. A write by the closure
    /// itself returns first, and is reported afterwards.
    case beforeReturn
  }

  private let listening: Listening

  init(_ listening: Listening) { self.listening = listening }

  /// Stops calling the closure. A call that has begun on another thread may still be running when this returns.
  public func cancel() { listening.end() }
}

/// A listener's place at its hub, released with the object.
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
