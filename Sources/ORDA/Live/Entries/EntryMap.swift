internal import ORDAThreads
internal import Synchronization

/// A table's entries by their keys: one for each row, as long as anybody holds it.
///
/// The map holds no entry itself; see ``EntryReference``. A released entry removes itself, if it is still the one at
/// its key: a new entry may be there by then. Entries taken from the map must be released outside the lock, since
/// theirs may be the last reference.
///
/// Locks are always taken in this order: the map's, then an entry's.
final class EntryMap: Sendable {
  struct State {
    var slots = EntrySlots()
    var nextSerial = 0
    /// How many entries there are, deleted ones included.
    var living = 0
    /// When a batch was last applied.
    var lastApplied = 0
    /// The sequence of that batch.
    var lastSequence = 0

    /// The entry at a key; made and put there if there is none.
    mutating func entry(at key: RowKey, make: (_ serial: Int) -> TableEntry) -> (entry: TableEntry, isNew: Bool) {
      if let entry = slots.entry(at: key) { return (entry, false) }
      let entry = unplacedEntry(make: make)
      slots.place(entry, at: key)
      return (entry, true)
    }

    /// An entry without a place.
    mutating func unplacedEntry(make: (_ serial: Int) -> TableEntry) -> TableEntry {
      nextSerial += 1
      living += 1
      return make(nextSerial - 1)
    }
  }

  let plan: TablePlan
  /// Tables whose changes may change this one without a report.
  let ancestors: Set<TableName>
  let state = Lock(State())
  /// The locks of the entries themselves.
  let locks = EntryLocks()
  /// Counts what happens to the table's entries, to tell which of two things came first.
  private let clock = Atomic<Int>(0)
  /// The number of open transactions in which something is pending for this table.
  let pendingTransactions = Atomic<Int>(0)
  private let outdated = Atomic<Bool>(false)
  /// Where the columns of the last batch's rows lie in the plan.
  let layout = Lock<LayoutPlaces?>(nil)
  /// What follows the table.
  let followers: EntryFollowers
  /// Collects what to announce about entries, and which to read again.
  let news: EntryNews

  init(plan: TablePlan, ancestors: Set<TableName>, news: EntryNews) {
    self.plan = plan
    self.ancestors = ancestors
    self.news = news
    followers = news.followers
  }

  deinit { locks.destroy() }

  /// True if the table may have been altered since the plan was made.
  var isOutdated: Bool {
    get { outdated.load(ordering: .acquiring) }
    set { outdated.store(newValue, ordering: .releasing) }
  }

  /// How many entries are in the map.
  var count: Int { state.withLock { $0.slots.count } }
  /// How many entries there are, including those whose rows are gone.
  var livingCount: Int { state.withLock { $0.living } }

  /// The next moment: what is read from now on is newer than everything applied before.
  func tick() -> Int { clock.add(1, ordering: .sequentiallyConsistent).newValue }

  // MARK: Identity

  /// The entry of a key, if somebody holds it.
  func entry(for key: RowKey) -> TableEntry? { state.withLock { $0.slots.entry(at: key) } }

  /// The entry of a key, made if there is none.
  ///
  /// - Parameter make: Takes the entry's serial number, and whether a batch was applied since the row was read, so that
  ///   the row may have changed.
  func entry(
    for key: RowKey, readAt start: Int, make: (_ serial: Int, _ mayHaveChanged: Bool) -> TableEntry
  ) -> (entry: TableEntry, isNew: Bool) {
    state.withLock { state in
      let mayHaveChanged = state.lastApplied > start
      return state.entry(at: key) { make($0, mayHaveChanged) }
    }
  }

  /// Makes room for the entries of some rows.
  func reserveCapacity(_ count: Int) { state.withLock { $0.slots.reserveCapacity(count) } }

  /// An entry outside the map, because another one has its key.
  func unplacedEntry(make: (_ serial: Int) -> TableEntry) -> TableEntry {
    state.withLock { $0.unplacedEntry(make: make) }
  }

  /// Removes an entry that is being released. Until this returns, its reference may still be asked for it.
  func forget(_ entry: TableEntry) {
    state.withLock { state in
      state.living -= 1
      state.slots.remove(entry, at: entry.withState { $0.key })
    }
  }

  /// Removes an entry; its row is gone, or has another key now.
  func detach(_ entry: TableEntry) {
    state.withLock { state in
      state.slots.remove(entry, at: entry.state.withLock { $0.key })
    }
  }

  /// Gives an entry a key, and the place of that key.
  ///
  /// - Returns: The entry that had the place. Its row must be gone, since the key is another row's.
  func attach(_ entry: TableEntry, to key: RowKey) -> TableEntry? {
    state.withLock { state in
      let old = entry.state.withLock { entry in
        defer { entry.key = key }
        return entry.key
      }
      state.slots.remove(entry, at: old)
      let occupant = state.slots.entry(at: key)
      state.slots.place(entry, at: key)
      return occupant === entry ? nil : occupant
    }
  }

  /// All entries in the map.
  func all() -> [TableEntry] { state.withLock { $0.slots.all } }

  /// Notes that a batch is being applied; nil if it was applied before.
  func beginApplying(_ sequence: Int) -> Int? {
    state.withLock { state in
      guard sequence > state.lastSequence else { return nil }
      state.lastSequence = sequence
      state.lastApplied = tick()
      return state.lastApplied
    }
  }

  /// True if anybody may want to know which columns of an entry changed. Asked under the entry's lock: whoever begins
  /// to observe later reads what is set there.
  func isObserved(_ entry: TableEntry) -> Bool { entry.isObserved || !followers.isEmpty }
}
