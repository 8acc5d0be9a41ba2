internal import ORDAThreads

/// A closure that is called with what becomes of a live query's rows, for as long as this object lives.
///
/// It holds the query, which is followed as long, and lets it go when it is cancelled or the query is closed.
public final class LiveQueryObservation: Sendable {
  private let tellNext: Lock<(@Sendable () -> Void)?>

  init(_ tellNext: @escaping @Sendable () -> Void) { self.tellNext = Lock(tellNext) }

  /// Stops calling the closure, and lets go of it and of the query. A call that has begun on another thread may still be
  /// running when this returns.
  public func cancel() {
    // What is let go of may be the last to hold much, and goes outside of the lock.
    let dropped = tellNext.withLock { tell in
      defer { tell = nil }
      return tell
    }
    withExtendedLifetime(dropped) {}
  }

  /// Tells the difference, if there is one.
  func tell() { tellNext.withLock { $0 }?() }
}

/// What a reader of differences was given last.
final class LiveQueryReader<Element: Sendable>: Sendable {
  private let seen: Lock<LiveRows<Element>>
  /// Holds one element while there may be a difference.
  let wakes = Mailbox<Void>(capacity: 1) { _, _ in }

  init(_ seen: LiveRows<Element>) { self.seen = Lock(seen) }

  /// What became of the rows since this was last asked; nil if nothing did.
  ///
  /// - Parameter rows: Gives those of now.
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
