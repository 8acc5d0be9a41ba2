internal import ORDAThreads

/// Whom a watch informs, and about which places.
final class WatchListener: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  private let watches: FileWatches
  private let closure: @Sendable (FileChanges) -> Void
  private let condition = Condition()
  private var places: Set<FileWatch.Place> = []
  private var isEnded = false
  /// The thread on which it is being called.
  private var teller: ThreadIdentity?

  init(_ watches: FileWatches, _ closure: @escaping @Sendable (FileChanges) -> Void) {
    self.watches = watches
    self.closure = closure
  }

  func add(_ added: [FileWatch.Place]) {
    condition.withLock {
      if isEnded { return }
      watches.add(added.filter { places.insert($0).inserted }, for: self)
    }
  }

  func remove(_ place: FileWatch.Place) {
    condition.withLock {
      if places.remove(place) != nil { watches.remove([place], of: self) }
    }
  }

  var limitation: String? { watches.limitation(of: condition.withLock { places }) }

  /// Calls it, unless the watch has ended; only on the watches' thread.
  func tell(_ changes: FileChanges) {
    let isTold = condition.withLock {
      if !isEnded { teller = .current }
      return !isEnded
    }
    guard isTold else { return }
    closure(changes)
    condition.withLock {
      teller = nil
      condition.broadcast()
    }
  }

  func stop() {
    let rest = condition.withLock {
      isEnded = true
      while let teller, teller != .current { condition.wait() }
      defer { places = [] }
      return places
    }
    if !rest.isEmpty { watches.remove(rest, of: self) }
  }
}
