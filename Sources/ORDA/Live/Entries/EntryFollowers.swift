internal import ORDAThreads
internal import Synchronization

/// Follows all entries of a table, as a live result does, and hears of their changes before their observers do.
protocol EntryFollower: AnyObject, Sendable {
  /// Entries changed; take nothing but locks here.
  func hear(_ notices: [EntryNotice])
  /// Does soon what follows from what was heard.
  func follow()
  /// The governor closes.
  func close()
}

/// The followers of a table's entries.
final class EntryFollowers: Sendable {
  private struct Held {
    weak var follower: (any EntryFollower)?
    let id: ObjectIdentifier
  }

  /// Under the lock weak references are only read to be returned: reading one may release the last strong one.
  private let followers = Lock<[Held]>([])
  private let number = Atomic<Int>(0)

  /// True if there is none.
  var isEmpty: Bool { number.load(ordering: .acquiring) == 0 }

  /// Adds one, which must be removed before it is released.
  func add(_ follower: any EntryFollower) {
    followers.withLock { $0.append(Held(follower: follower, id: ObjectIdentifier(follower))) }
    number.add(1, ordering: .releasing)
  }

  /// Removes one; it does not matter whether it was removed before.
  func remove(_ id: ObjectIdentifier) {
    let wasThere = followers.withLock { followers in
      guard let place = followers.firstIndex(where: { $0.id == id }) else { return false }
      followers.remove(at: place)
      return true
    }
    if wasThere { number.subtract(1, ordering: .releasing) }
  }

  /// Entries changed; take nothing but locks here.
  func hear(_ notices: [EntryNotice]) {
    if isEmpty || notices.isEmpty { return }
    for follower in all() { follower.hear(notices) }
  }

  /// Has them do soon what follows from what they heard.
  func follow() {
    if isEmpty { return }
    for follower in all() { follower.follow() }
  }

  func close() { for follower in all() { follower.close() } }

  private func all() -> [any EntryFollower] { followers.withLock { $0.compactMap(\.follower) } }
}
