internal import ORDAThreads

/// A closure that is called when an entry changes, for as long as this object lives.
///
/// It holds the entry, which keeps following its row; it releases the entry when it is cancelled or the row is deleted.
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

  /// Stops calling the closure, and releases it and the entry. A call that has begun on another thread may still be
  /// running when this returns.
  public func cancel() {
    // These may be the last references to much, so they are released outside the lock.
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
  /// Calls a closure after each commit that changed the row, whoever changed it, until the returned object is cancelled
  /// or released.
  ///
  /// ```swift
  /// let observation = jazz.observe { change in print(change.columns) }
  /// ```
  ///
  /// Calls follow the order of the commits, one after another, with nothing locked. They come from the thread that
  /// wrote, once it has returned its connection, or from a thread of the governor's own. The entry then has the new
  /// values, or newer ones. The closure may use the governor and set the entry; what it commits is announced after it
  /// has returned. While it runs nobody else is called, so it should be short.
  ///
  /// The observation holds the entry, which goes on even if nobody else holds it. When the row is deleted the closure
  /// is called a last time, with ``EntryChange/isDeleted``, and the entry is released. For an entry that is already
  /// deleted the closure is never called.
  public func observe(_ observer: @escaping @Sendable (EntryChange) -> Void) -> EntryObservation {
    let observation = EntryObservation(self, observer)
    ownListeners.add(observation)
    if isGone { observation.cancel() }
    return observation
  }
}
