internal import ORDAThreads

/// The changes of what is at a path or below it. See ``ODBPath/changes()``.
///
/// Use it from one task: two would each get a part.
public struct ODBChanges: AsyncSequence, Sendable {
  /// One change.
  public typealias Element = ODBChange
  /// It never fails.
  public typealias Failure = Never

  /// Changes waiting for their reader.
  fileprivate final class Buffer: Sendable {
    private static let longest = 1_000
    private let changes = Lock<[ODBChange]>([])

    func add(_ change: ODBChange, _ observed: ODBPath) {
      changes.withLock { changes in
        if change.kind == .unknown || changes.count >= Self.longest {
          changes = [ODBChange(path: observed, kind: .unknown)]
        } else if changes.last?.kind != .unknown || changes.last?.path != observed {
          changes.append(change)
        }
      }
    }

    func take() -> ODBChange? {
      changes.withLock { changes in changes.isEmpty ? nil : changes.removeFirst() }
    }
  }

  private let buffer = Buffer()
  private let signals: AsyncStream<Void>
  private let observation: ODBObservation

  init(_ path: ODBPath) {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    let buffer = buffer
    observation = ODBObservation(path) { change in
      guard let change else { return signal.finish() }
      buffer.add(ODBChange(change, path), path)
      signal.yield()
    }
  }

  /// Returns the changes that have gathered since the sequence was made, and then new ones.
  public func makeAsyncIterator() -> Iterator {
    Iterator(buffer: buffer, signals: signals.makeAsyncIterator(), observation: observation)
  }

  /// Reads the changes one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let buffer: Buffer
    fileprivate var signals: AsyncStream<Void>.Iterator
    // Held, since it ends with its last holder.
    fileprivate let observation: ODBObservation

    /// The next change, as soon as there is one; nil if the task was cancelled, or the ODB closed.
    public mutating func next() async -> ODBChange? { await next(isolation: #isolation) }

    /// The next change, as soon as there is one; nil if the task was cancelled, or the ODB closed.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ODBChange? {
      while true {
        if let change = buffer.take() { return change }
        guard await signals.next(isolation: actor) != nil else { return buffer.take() }
      }
    }
  }
}
