internal import Synchronization

/// A table's entries by their keys: one for each row, as long as somebody holds it.
///
/// The map holds no entry itself. An entry takes itself out when it goes, by its serial number: a new entry may have its
/// key by then. Whoever gets entries out of the map lets go of them outside the lock, for the last reference to one may be
/// his.
///
/// Locks are taken in this order, and only so: the map's, then an entry's.
final class EntryMap: Sendable {
  private struct Slot {
    weak var entry: TableEntry?
    var serial: Int
  }

  struct State {
    private var slots: [RowKey: Slot] = [:]
    var nextSerial = 0
    /// How many entries there are, deleted ones included.
    var living = 0
    /// When a batch was last applied.
    var lastApplied = 0
    /// The sequence of that batch.
    var lastSequence = 0

    /// How many entries have a place.
    var count: Int { slots.count }

    /// The entry at a key. Slots are looked at where they are: copying a weak reference costs several times as much.
    @inline(__always)
    mutating func entry(at key: RowKey) -> TableEntry? {
      guard let index = slots.index(forKey: key) else { return nil }
      return Self.entry(in: &slots.values[index])
    }

    private static func entry(in slot: inout Slot) -> TableEntry? { slot.entry }

    /// The entry at a key, which is made and put there where there is none.
    mutating func entry(at key: RowKey, make: (_ serial: Int) -> TableEntry) -> (entry: TableEntry, isNew: Bool) {
      let made = Self.fill(&slots[key, default: Slot(entry: nil, serial: -1)], nextSerial, make)
      if made.isNew {
        nextSerial += 1
        living += 1
      }
      return made
    }

    private static func fill(
      _ slot: inout Slot, _ serial: Int, _ make: (_ serial: Int) -> TableEntry
    ) -> (entry: TableEntry, isNew: Bool) {
      if let entry = slot.entry { return (entry, false) }
      let entry = make(serial)
      slot = Slot(entry: entry, serial: serial)
      return (entry, true)
    }

    /// Puts an entry at a key.
    mutating func place(_ entry: TableEntry, at key: RowKey) { slots[key] = Slot(entry: entry, serial: entry.serial) }

    /// Takes the entry with a serial number out, if it is the one at this key.
    mutating func remove(_ serial: Int, at key: RowKey) {
      guard let index = slots.index(forKey: key), slots.values[index].serial == serial else { return }
      slots.remove(at: index)
    }

    /// All entries that have a place.
    func all() -> [TableEntry] { slots.values.compactMap(\.entry) }
  }

  /// What is to be done when no lock and no connection is held.
  private struct Outstanding {
    var notices: [EntryNotice] = []
    /// Entries that are to be read again.
    var stale: [TableEntry] = []
    /// Entries that are only kept from going before.
    var kept: [TableEntry] = []
    var isClosed = false
  }

  let plan: TablePlan
  /// Tables whose changes may change this one without being told.
  let ancestors: Set<TableName>
  let state = Lock(State())
  /// Those of the entries themselves.
  let locks = EntryLocks()
  private let outstanding = Lock(Outstanding())
  /// Counts what happens to the table's entries, so that of two things it is known which was first.
  private let clock = Atomic<Int>(0)
  /// In how many open transactions something is pending for this table.
  let pendingTransactions = Atomic<Int>(0)
  private let outdated = Atomic<Bool>(false)
  /// How the columns of the last batch's rows lie in the plan.
  let layout = Lock<LayoutPlaces?>(nil)

  init(plan: TablePlan, ancestors: Set<TableName>) {
    self.plan = plan
    self.ancestors = ancestors
  }

  /// True where the table may have been altered since the plan was made.
  var isOutdated: Bool {
    get { outdated.load(ordering: .acquiring) }
    set { outdated.store(newValue, ordering: .releasing) }
  }

  /// How many entries are in the map.
  var count: Int { state.withLock { $0.count } }
  /// How many entries there are, those included whose rows are gone.
  var livingCount: Int { state.withLock { $0.living } }

  /// The next moment: what is read from now on is newer than all that was applied before.
  func tick() -> Int { clock.add(1, ordering: .sequentiallyConsistent).newValue }

  // MARK: Identity

  /// The entry of a key, if somebody holds it.
  func entry(for key: RowKey) -> TableEntry? { state.withLock { $0.entry(at: key) } }

  /// The entry of a key, made where there is none.
  ///
  /// - Parameter make: Is given the entry's serial number, and whether a batch was applied since the row was read, so
  ///   that it may have changed.
  func entry(
    for key: RowKey, readAt start: Int, make: (_ serial: Int, _ mayHaveChanged: Bool) -> TableEntry
  ) -> (entry: TableEntry, isNew: Bool) {
    state.withLock { state in
      let mayHaveChanged = state.lastApplied > start
      return state.entry(at: key) { make($0, mayHaveChanged) }
    }
  }

  /// An entry that is not in the map yet, because another one has its key.
  func unplacedEntry(make: (_ serial: Int) -> TableEntry) -> TableEntry {
    state.withLock { state in
      state.nextSerial += 1
      state.living += 1
      return make(state.nextSerial - 1)
    }
  }

  /// Takes an entry out that is going.
  func forget(_ key: RowKey, serial: Int) {
    state.withLock { state in
      state.living -= 1
      state.remove(serial, at: key)
    }
  }

  /// Takes an entry out; its row is gone, or has another key now.
  func detach(_ entry: TableEntry) {
    state.withLock { state in
      state.remove(entry.serial, at: entry.state.withLock { $0.key })
    }
  }

  /// Gives an entry a key, and the place of that key.
  ///
  /// - Returns: The entry that had the place. Its row must be gone, for the key is another row's.
  func attach(_ entry: TableEntry, to key: RowKey) -> TableEntry? {
    state.withLock { state in
      let old = entry.state.withLock { entry in
        defer { entry.key = key }
        return entry.key
      }
      state.remove(entry.serial, at: old)
      let occupant = state.entry(at: key)
      state.place(entry, at: key)
      return occupant === entry ? nil : occupant
    }
  }

  /// All entries in the map.
  func all() -> [TableEntry] { state.withLock { $0.all() } }

  /// Notes that a batch is applied now; nil where it was applied before.
  func beginApplying(_ sequence: Int) -> Int? {
    state.withLock { state in
      guard sequence > state.lastSequence else { return nil }
      state.lastSequence = sequence
      state.lastApplied = tick()
      return state.lastApplied
    }
  }

  // MARK: What is to be done later

  /// Has entries announced, and others read again. It is done by ``announce()``, once somebody has the hub call it.
  ///
  /// - Parameter kept: Entries of which nobody is told, and which must not go here: an entry may be the last that holds
  ///   its table, and its governor.
  func postpone(_ notices: [EntryNotice], stale: [TableEntry], kept: [TableEntry] = []) {
    outstanding.withLock { outstanding in
      if outstanding.isClosed { return }
      outstanding.notices += notices
      outstanding.stale += stale
      outstanding.kept += kept
    }
  }

  /// True where something is to be announced or read again.
  var hasOutstanding: Bool { outstanding.withLock { !$0.notices.isEmpty || !$0.stale.isEmpty } }

  /// Tells the observers of entries what changed; called by the hub, one thread at a time and with nothing held.
  func announce() {
    let (notices, kept, table) = outstanding.withLock { outstanding in
      defer {
        outstanding.notices = []
        outstanding.kept = []
      }
      return (outstanding.notices, outstanding.kept, outstanding.stale.first?.home)
    }
    for notice in notices { notice.entry.announce(notice) }
    withExtendedLifetime(kept) {}
    table?.rereadSoon()
  }

  /// The entries that are to be read again, each of which may be put down anew from now on.
  func takeStale() -> [TableEntry] {
    let entries = outstanding.withLock { outstanding in
      defer { outstanding.stale = [] }
      return outstanding.stale
    }
    for entry in entries { entry.state.withLock { $0.isQueued = false } }
    return entries
  }

  /// True where the governor was closed, so that nothing is announced or read any more.
  var isClosed: Bool { outstanding.withLock { $0.isClosed } }

  /// True where somebody may want to know in which columns an entry changed.
  func isObserved(_ entry: TableEntry) -> Bool { entry.isObserved }

  /// Lets go of everything: the governor is closed.
  func close() {
    let dropped = outstanding.withLock { outstanding in
      defer { outstanding = Outstanding(isClosed: true) }
      return outstanding
    }
    withExtendedLifetime(dropped) {}
  }
}

/// What the observers of an entry are told.
struct EntryNotice: Sendable {
  let entry: TableEntry
  var columns = ColumnSet()
  var isDeleted = false
  var failed = false
}
