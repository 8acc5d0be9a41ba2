import Foundation
import ORDA

/// The tables that connections share: readers take what is committed, and one connection at a time may change it.
final class MemoryDatabase: @unchecked Sendable {
  // Proof: everything that changes is touched only under `monitor`.
  private let monitor = NSCondition()
  private var tables = Tables()
  private var isBeingWritten = false
  /// Who hears of commits.
  private var listeners: [ObjectIdentifier: @Sendable (MemoryChanges) -> Void] = [:]
  /// Held while a commit is told, so that commits are told in their order. Taken before `monitor`.
  private let telling = NSLock()

  /// What was committed last: a value, which later changes leave as it is.
  var committed: Tables {
    monitor.lock()
    defer { monitor.unlock() }
    return tables
  }

  /// Waits until nobody else writes, for a limited time.
  func beginWriting(within limit: Duration, _ canceller: MemoryCanceller) throws(DatabaseError) {
    let deadline = ContinuousClock.now + limit
    monitor.lock()
    defer { monitor.unlock() }
    while isBeingWritten {
      try canceller.check()
      let left = deadline - .now
      guard left > .zero else {
        throw DatabaseError(.busy, "another transaction writes, and did not end within \(limit); try again later")
      }
      _ = monitor.wait(until: Date(timeIntervalSinceNow: left / .seconds(1)))
    }
    isBeingWritten = true
  }

  /// Lets others write; what was written is forgotten.
  func endWriting() {
    monitor.lock()
    defer { monitor.unlock() }
    isBeingWritten = false
    monitor.broadcast()
  }

  /// Commits what was written, lets others write, and tells those who listen.
  func endWriting(_ written: Tables, _ changes: MemoryChanges) {
    telling.withLock {
      for hear in commit(written) { hear(changes) }
    }
  }

  /// Returns who is to hear of it.
  private func commit(_ written: Tables) -> [@Sendable (MemoryChanges) -> Void] {
    monitor.lock()
    defer { monitor.unlock() }
    tables = written
    isBeingWritten = false
    monitor.broadcast()
    return Array(listeners.values)
  }

  /// Has those who wait look whether they were cancelled.
  func wakeWaiting() {
    monitor.lock()
    defer { monitor.unlock() }
    monitor.broadcast()
  }
}

extension MemoryDatabase {
  /// True where somebody hears of commits.
  var isHeard: Bool {
    monitor.lock()
    defer { monitor.unlock() }
    return !listeners.isEmpty
  }

  /// Has a listener called after each commit from now on, in the order of the commits; nil for no longer. It must not write.
  func tell(_ listener: AnyObject, _ hear: (@Sendable (MemoryChanges) -> Void)?) {
    monitor.lock()
    defer { monitor.unlock() }
    listeners[ObjectIdentifier(listener)] = hear
  }

  /// Returns when every commit that can be seen was told.
  func catchUp() { telling.withLock {} }
}

extension MemoryDatabase {
  private struct Named {
    weak var database: MemoryDatabase?
  }
  // Proof: it is touched only under `names`.
  nonisolated(unsafe) private static var all: [String: Named] = [:]
  private static let names = NSLock()

  /// The database of a name, made where there is none.
  static func named(_ name: String) -> MemoryDatabase {
    names.withLock {
      if let known = all[name]?.database { return known }
      let made = MemoryDatabase()
      all = all.filter { $0.value.database != nil }
      all[name] = Named(database: made)
      return made
    }
  }
}
