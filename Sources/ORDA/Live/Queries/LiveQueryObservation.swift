internal import ORDAThreads

/// A closure that is called with the differences of a live query, for as long as this object lives.
///
/// It holds the query, so following goes on; it releases the query when it is cancelled or the query is closed.
public final class LiveQueryObservation: Sendable {
  private let tellNext: Lock<(@Sendable () -> Void)?>

  init(_ tellNext: @escaping @Sendable () -> Void) { self.tellNext = Lock(tellNext) }

  /// Stops calling the closure, and releases it and the query. A call that has begun on another thread may still be
  /// running when this returns.
  public func cancel() {
    // These may be the last references to much, so they are released outside the lock.
    let dropped = tellNext.withLock { tell in
      defer { tell = nil }
      return tell
    }
    withExtendedLifetime(dropped) {}
  }

  /// Calls the closure with the difference, if there is one.
  func tell() { tellNext.withLock { $0 }?() }
}

/// What a reader of differences was last given.
final class LiveQueryReader<Element: Sendable>: Sendable {
  private let seen: Lock<LiveRows<Element>>
  /// Holds one element while there may be a difference.
  let wakes = Mailbox<Void>(capacity: 1) { _, _ in }

  init(_ seen: LiveRows<Element>) { self.seen = Lock(seen) }

  /// What changed since the last call; nil if nothing did.
  ///
  /// - Parameter rows: Returns the current rows.
  func take(to rows: () -> LiveRows<Element>) -> LiveDifference<Element>? {
    let (before, after) = seen.withLock { seen in
      let before = seen
      seen = rows()
      return (before, seen)
    }
    let difference = LiveDifference(from: before, to: after)
    return difference.isEmpty ? nil : difference
  }
}
