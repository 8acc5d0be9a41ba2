internal import Synchronization

/// Has observers called of what became of entries, as soon as this thread holds no connection.
protocol EntryAnnouncer: AnyObject {
  func announceSoon()
}

/// What an open transaction knows of entries and others don't: the values that it wrote or read, by entry.
///
/// It is seen on the transaction's own thread alone. At the commit it is published, at a rollback dropped, and at that of a
/// savepoint set back to what it was.
final class PendingEntries: TransactionParticipant {
  /// A row as the transaction sees it.
  struct Row {
    var key: RowKey
    var values: [Value]
    var isDeleted = false
    /// True if it is what the transaction sees until its end, unless it writes the row itself: nobody else can, or
    /// the transaction does not see it.
    var isFirm = false
    /// How many statements of the program's own the transaction had run when it was read.
    fileprivate(set) var statements = 0
    /// When it was read, or ``longAgo``.
    var readAt: Int

    /// For a row that others may have changed before it was read, unseen by the transaction.
    static let longAgo = 0

    init(key: RowKey, values: [Value], isDeleted: Bool = false, isFirm: Bool = false, readAt: Int) {
      self.key = key
      self.values = values
      self.isDeleted = isDeleted
      self.isFirm = isFirm
      self.readAt = readAt
    }
  }

  private struct Step {
    var depth: Int
    let entry: TableEntry
    /// What was known before; nil if the transaction came upon the entry by this step.
    let previous: Row?
  }

  private struct Place: Hashable {
    let map: ObjectIdentifier
    let key: RowKey
  }

  private var rows: [ObjectIdentifier: Row] = [:]
  private var entries: [Place: TableEntry] = [:]
  /// All steps in their order; their depths never descend.
  private var steps: [Step] = []
  /// The maps that the entries are in, and who announces what becomes of those.
  private var maps: [ObjectIdentifier: (map: EntryMap, announcer: any EntryAnnouncer)] = [:]
  /// Of the transaction.
  private unowned let scope: LeaseScope

  init(in scope: LeaseScope) { self.scope = scope }

  /// The row of an entry, where the transaction knows another one than all.
  subscript(entry: TableEntry) -> Row? { rows[ObjectIdentifier(entry)] }

  /// The same, where it is firm and no statement has run since that may have changed it. A deleted row stays so.
  func firmRow(of entry: TableEntry) -> Row? {
    guard let row = self[entry], row.isDeleted || isFirm(row) else { return nil }
    return row
  }

  func isFirm(_ row: Row) -> Bool { row.isFirm && row.statements == scope.statements }

  /// The entry that has a key as the transaction sees it.
  func entry(of map: EntryMap, _ key: RowKey) -> TableEntry? { entries[Place(map: ObjectIdentifier(map), key: key)] }

  /// Notes a row, at a depth of savepoints.
  func note(_ row: Row, of entry: TableEntry, depth: Int, announcer: any EntryAnnouncer) {
    let id = ObjectIdentifier(entry)
    let map = ObjectIdentifier(entry.map)
    if maps[map] == nil {
      maps[map] = (entry.map, announcer)
      entry.map.pendingTransactions.add(1, ordering: .relaxed)
    }
    let previous = rows[id]
    if previous == nil { entry.state.withLock { $0.holders += 1 } }
    steps.append(Step(depth: depth, entry: entry, previous: previous))
    var row = row
    row.statements = scope.statements
    replace(previous, by: row, of: entry)
  }

  private func replace(_ old: Row?, by new: Row?, of entry: TableEntry) {
    let map = ObjectIdentifier(entry.map)
    if let old, entries[Place(map: map, key: old.key)] === entry { entries[Place(map: map, key: old.key)] = nil }
    if let new, !new.isDeleted { entries[Place(map: map, key: new.key)] = entry }
    rows[ObjectIdentifier(entry)] = new
  }

  // MARK: The end

  /// A savepoint, or the transaction, was kept: down to the depth of what is around it.
  func keep(downTo depth: Int) {
    if depth == 0 { return publish() }
    var index = steps.count
    while index > 0, steps[index - 1].depth > depth {
      index -= 1
      steps[index].depth = depth
    }
  }

  /// A savepoint, or the transaction, was undone.
  ///
  /// - Parameter outcome: What became of it; if that is not that it was rolled back, a statement may have committed it.
  func undo(downTo depth: Int, _ outcome: TransactionOutcome) {
    var dropped: [TableEntry] = []
    while let step = steps.last, step.depth > depth {
      steps.removeLast()
      replace(rows[ObjectIdentifier(step.entry)], by: step.previous, of: step.entry)
      if step.previous == nil { dropped.append(step.entry) }
    }
    for entry in dropped where entry.map.letGo(entry, wasCommitted: outcome != .rolledBack) {
      maps[ObjectIdentifier(entry.map)]?.announcer.announceSoon()
    }
    if depth == 0 { release() }
  }

  private func publish() {
    var seen: Set<ObjectIdentifier> = []
    var all: [TableEntry] = []
    for step in steps where seen.insert(ObjectIdentifier(step.entry)).inserted { all.append(step.entry) }
    steps = []
    // First all leave their old places, then each takes its new one: keys may have been exchanged.
    let moved = all.filter { entry in
      guard let row = self[entry] else { return false }
      return row.isDeleted || !entry.map.isPlaced(entry, at: row.key)
    }
    for entry in moved where entry.map.canPublish(entry, self[entry]) { entry.map.detach(entry) }
    for entry in all { if let row = self[entry] { entry.map.publish(row, of: entry) } }
    for (_, announcer) in maps.values { announcer.announceSoon() }
    release()
  }

  private func release() {
    for (map, _) in maps.values { map.pendingTransactions.subtract(1, ordering: .relaxed) }
    maps = [:]
    rows = [:]
    entries = [:]
  }
}

extension LeaseScope {
  /// What the open transaction wrote by way of entries, and what it read of them; nil if it has no part in any.
  var pending: PendingEntries? {
    for participant in participants {
      // By way of AnyObject, from which the cast is a comparison.
      if let pending = (participant as AnyObject) as? PendingEntries { return pending }
    }
    return nil
  }

  /// The same, made where there was none.
  func pendingEntries() -> PendingEntries {
    if let pending { return pending }
    let pending = PendingEntries(in: self)
    participants.append(pending)
    return pending
  }
}
