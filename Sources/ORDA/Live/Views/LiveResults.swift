internal import Synchronization

/// The live results of a table, which hear of its entries' changes before their observers do.
final class LiveResults: Sendable {
  private struct Held {
    weak var result: LiveResult?
    let id: ObjectIdentifier
  }

  /// No weak reference is looked at under the lock but to be given out: the last strong one may go by that.
  private let results = Lock<[Held]>([])
  private let number = Atomic<Int>(0)

  /// True where there is none.
  var isEmpty: Bool { number.load(ordering: .acquiring) == 0 }

  /// Adds one, which is to be removed before it goes.
  func add(_ result: LiveResult) {
    results.withLock { $0.append(Held(result: result, id: ObjectIdentifier(result))) }
    number.add(1, ordering: .releasing)
  }

  /// Removes one; it does not matter whether it was removed before.
  func remove(_ id: ObjectIdentifier) {
    let wasThere = results.withLock { results in
      guard let place = results.firstIndex(where: { $0.id == id }) else { return false }
      results.remove(at: place)
      return true
    }
    if wasThere { number.subtract(1, ordering: .releasing) }
  }

  /// Entries changed; nothing but locks may be taken.
  func hear(_ notices: [EntryNotice]) {
    if isEmpty || notices.isEmpty { return }
    for result in all() { result.hear(notices) }
  }

  /// Has them do what follows from what they heard, soon.
  func follow() {
    if isEmpty { return }
    for result in all() { result.follow() }
  }

  func close() { for result in all() { result.close() } }

  private func all() -> [LiveResult] { results.withLock { $0.compactMap(\.result) } }
}
