internal import Synchronization

/// Has observers of entries called, as soon as this thread holds no connection.
protocol EntryAnnouncer: AnyObject {
  func announceSoon()
}

/// What an open transaction knows about entries and others don't: the values that it wrote or read, by entry.
///
/// Only the transaction's own thread sees it. A commit publishes it, a rollback drops it, and a savepoint's rollback
/// restores what it was.
final class PendingEntries: TransactionParticipant {
  /// A row as the transaction sees it.
  struct Row {
    var key: RowKey
    var values: [Value]
    var isDeleted = false
    /// True if the transaction sees this row until its end, unless it writes the row itself: nobody else can change it,
    /// or the transaction does not see the change.
    var isFirm = false
    /// How many statements of the program the transaction had run when it read the row.
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
    /// What was known before; nil if the transaction first came upon the entry in this step.
    let previous: Row?
  }

  private struct Place: Hashable {
    let map: ObjectIdentifier
    let key: RowKey
  }

  private var rows: [ObjectIdentifier: Row] = [:]
  private var entries: [Place: TableEntry] = [:]
  /// All steps in order; their depths never descend.
  private var steps: [Step] = []
  /// The maps of the entries, and who announces their changes.
  private var maps: [ObjectIdentifier: (map: EntryMap, announcer: any EntryAnnouncer)] = [:]
  /// The transaction's.
  private unowned let scope: LeaseScope

  init(in scope: LeaseScope) { self.scope = scope }

  /// The row of an entry, if the transaction sees another one than everybody else.
  subscript(entry: TableEntry) -> Row? { rows[ObjectIdentifier(entry)] }

  /// The same, if it is firm and no statement has run since that may have changed it. A deleted row stays deleted.
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

  /// A savepoint, or the transaction, was kept: its steps move to the enclosing depth.
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
  /// - Parameter outcome: The outcome. Unless that is a rollback, a statement may have committed it.
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
    // First all leave their old places, then each takes its new one: rows may have exchanged their keys.
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
  /// What the open transaction wrote and read through entries; nil if it touched none.
  var pending: PendingEntries? {
    for participant in participants {
      // Through AnyObject the cast is a mere comparison.
      if let pending = (participant as AnyObject) as? PendingEntries { return pending }
    }
    return nil
  }

  /// The same, made if there was none.
  func pendingEntries() -> PendingEntries {
    if let pending { return pending }
    let pending = PendingEntries(in: self)
    participants.append(pending)
    return pending
  }
}
