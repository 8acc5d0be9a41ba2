internal import ORDAThreads

/// A closure that is called when an entry changes, for as long as this object lives.
///
/// It holds the entry, which follows its row as long, and lets it go when it is cancelled or the row is deleted.
public final class EntryObservation: Sendable {
  private typealias Observer = @Sendable (EntryChange) -> Void

  private struct Held {
    let entry: TableEntry
    let observer: Observer
  }

  private let held: Lock<Held?>

  init(_ entry: TableEntry, _ observer: @escaping @Sendable (EntryChange) -> Void) {
    held = Lock(Held(entry: entry, observer: observer))
  }

  /// Stops calling the closure, and lets go of it and of the entry. A call that has begun on another thread may still be
  /// running when this returns.
  public func cancel() {
    // What is let go of may be the last to hold much, and goes outside of the lock.
    let dropped = held.withLock { held in
      defer { held = nil }
      return held
    }
    withExtendedLifetime(dropped) {}
  }

  func tell(_ change: EntryChange) {
    guard let held = held.withLock({ $0 }) else { return }
    held.observer(change)
    if change.isDeleted { cancel() }
  }
}

extension TableEntry {
  /// Calls a closure after each commit that changed the row, whoever changed it, until the object that is returned is
  /// cancelled or goes.
  ///
  /// ```swift
  /// let observation = jazz.observe { change in print(change.columns) }
  /// ```
  ///
  /// It is called in the order of the commits, one call after the other, with nothing locked: by the thread that wrote,
  /// once it has given its connection back, or by a thread of the governor's own. The entry has the new values then, or
  /// newer ones. It may use the governor and set the entry; what it commits is told after it has returned. While it runs
  /// nobody else is called, so it should be short.
  ///
  /// The observation holds the entry, so that it goes on though nobody else does. When the row is deleted it is called a
  /// last time, with ``EntryChange/isDeleted``, and lets the entry go. For an entry that is deleted already it is never
  /// called.
  public func observe(_ observer: @escaping @Sendable (EntryChange) -> Void) -> EntryObservation {
    let observation = EntryObservation(self, observer)
    ownListeners.add(observation)
    if isGone { observation.cancel() }
    return observation
  }
}
