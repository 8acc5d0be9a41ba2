internal import Logging
internal import ORDAThreads
internal import Synchronization

/// A table of a governor that the core made of connections.
final class GovernedTable: Table {
  let owner: ConnectionGovernor
  let plan: TablePlan
  let map: EntryMap
  /// What the living entries hold, and new ones are given; nil while there is none.
  private let listening = Lock(WeakListening())
  let failures = TableFailures.Source()
  /// The place of the column that counts the changes of its row; -1 where there is none.
  let versionColumn = Atomic<Int>(-1)
  /// What was worked out for each schema that its entries were seen through.
  let schemas = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  private struct WeakListening {
    weak var current: TableListening?
  }

  init(governor: ConnectionGovernor, plan: TablePlan, ancestors: Set<TableName>) {
    owner = governor
    self.plan = plan
    map = EntryMap(plan: plan, ancestors: ancestors)
  }

  var governor: any Governor { owner }
  var definition: TableDescription { plan.definition }
  var columnNames: [String] { plan.names.names }
  var keyNames: [String] { plan.key.map { plan.names.names[$0] } }
  var liveCount: Int { map.count }
  var errors: TableFailures { TableFailures(failures) }

  /// Listens, if nobody does yet: before anything is read that is to be kept in step.
  func listen() throws(DatabaseError) -> TableListening {
    try listening.withLock { (held) throws(DatabaseError) in
      if let current = held.current { return current }
      let made = try TableListening(map, at: owner.changeHub)
      held.current = made
      return made
    }
  }

  // MARK: Where a call belongs

  /// This thread's open transaction on the governor.
  var transactionScope: LeaseScope? {
    guard let scope = ThreadScopes.current(of: owner), scope.depth > 0 else { return nil }
    return scope
  }

  /// What this thread's open transaction has noted of an entry's row so far.
  @inline(__always)
  func pendingRow(of entry: TableEntry) -> PendingEntries.Row? {
    if map.pendingTransactions.load(ordering: .relaxed) == 0 { return nil }
    return transactionScope?.pending?[entry]
  }

  /// Notes a row that the open transaction wrote or read.
  func note(_ row: PendingEntries.Row, of entry: TableEntry, in scope: LeaseScope) {
    scope.pendingEntries().note(row, of: entry, depth: scope.depth)
  }

  // MARK: Entries of rows

  /// The entries of rows, given by their values, that a statement read which began after `start`.
  ///
  /// - Parameter isWritten: True for rows that the open transaction has written itself, so that they are as new as can be.
  func entries(
    of rows: [[Value]], readAt start: Int, _ listening: TableListening, isWritten: Bool = false
  ) throws -> [TableEntry] {
    let scope = transactionScope
    var entries: [TableEntry] = []
    entries.reserveCapacity(rows.count)
    if rows.count > 64, try plan.key(of: rows[0]).number != nil { map.reserveCapacity(rows.count) }
    var hasStale = false
    for values in rows {
      let key = try plan.key(of: values)
      if let scope {
        entries.append(entry(of: values, key, readAt: start, listening, in: scope, isWritten: isWritten))
        continue
      }
      let (entry, isNew) = map.entry(for: key, readAt: start) { serial, mayHaveChanged in
        if mayHaveChanged { hasStale = true }
        return TableEntry(self, serial, listening, EntryState(key: key, values: values, at: start))
      }
      if !isNew { take(values, key, readAt: start, in: entry, knownBy: key) }
      entries.append(entry)
    }
    if hasStale { markStale(entries, readAt: start) }
    announceSoon(listening)
    return entries
  }

  /// The entry of a row that the open transaction read. One that nobody has seen before is born with the commit.
  private func entry(
    of values: [Value], _ key: RowKey, readAt start: Int, _ listening: TableListening, in scope: LeaseScope,
    isWritten: Bool
  ) -> TableEntry {
    // Where others write beside it, a transaction may see rows as they were when it began.
    let isNewest = isWritten || scope.hasOnlyWriter
    let row = PendingEntries.Row(
      key: key, values: values, isFirm: isNewest || scope.isReadOnly,
      readAt: isNewest ? start : PendingEntries.Row.longAgo)
    if let pending = scope.pending, let known = pending.entry(of: map, key) {
      guard let before = pending[known] else { return known }
      let isSame = ColumnSet(differencesOf: before.values, and: values).isEmpty
      // What was read with a lock is newer than what is read without.
      if pending.isFirm(before) ? isSame || !row.isFirm : isSame && !row.isFirm { return known }
      note(row, of: known, in: scope)
      return known
    }
    let make = { (serial: Int) in
      TableEntry(self, serial, listening, EntryState(key: key, values: values, at: start, isShared: false))
    }
    var (entry, isNew) = map.entry(for: key, readAt: start) { serial, _ in make(serial) }
    if !isNew, scope.pending?[entry] != nil {
      // It had this key, and lost it or its row in the transaction: this is another row.
      entry = map.unplacedEntry(make: make)
      isNew = true
    }
    let isKnown = entry.state.withLock { $0.isShared && ColumnSet(differencesOf: $0.values, and: values).isEmpty }
    if isNew || !isKnown || row.isFirm { note(row, of: entry, in: scope) }
    return entry
  }

  /// Entries that were made while a batch was applied, which may have concerned them.
  private func markStale(_ entries: [TableEntry], readAt start: Int) {
    let stamp = map.tick()
    map.postpone([], stale: entries.filter { $0.state.withLock { $0.version == start && $0.becomeStale(at: stamp) } })
  }

  /// Sets what was read of an entry's row, if nothing newer is known, and tells its observers.
  ///
  /// - Parameter known: The entry's key when it was decided what to read: where it is another one now, a batch has moved the
  ///   entry, and what was read may be another row.
  /// - Returns: False where something newer is known.
  @discardableResult
  func take(
    _ values: [Value], _ key: RowKey, readAt start: Int, in entry: TableEntry, knownBy known: RowKey
  ) -> Bool {
    let (isTaken, columns, hasMoved) = entry.state.withLock { state in
      let columns = map.isObserved(entry) ? ColumnSet(differencesOf: state.values, and: values) : ColumnSet()
      let isTaken = state.key == known && state.take(values, readAt: start)
      return (isTaken, columns, isTaken && state.key != key)
    }
    guard isTaken else { return false }
    var notices: [EntryNotice] = []
    if !columns.isEmpty { notices.append(EntryNotice(entry: entry, columns: columns)) }
    if hasMoved, let displaced = map.attach(entry, to: key) {
      notices.append(map.delete(displaced, at: map.tick()))
    }
    if !notices.isEmpty { map.postpone(notices, stale: []) }
    return true
  }

  // MARK: Announcing

  /// Has observers called of what was put off, as soon as this thread holds no connection.
  func announceSoon(_ listening: TableListening? = nil) {
    guard map.hasOutstanding else { return }
    // While something is put off there are entries, and so there is listening.
    guard let listening = listening ?? self.listening.withLock({ $0.current }) else { return }
    listening.callAnnouncer(isLeased: ThreadScopes.current(of: owner) != nil)
  }

  /// A row for messages and logs, by its key where values may stand in those.
  func rowName(_ key: RowKey) -> String {
    let row = "a row of \(plan.definition.name.name)"
    return owner.settings.logsValues ? "\(row) with the key \(key)" : row
  }

  /// Reports a write that failed: to the entry, to those who follow the table's failures, and to the log.
  func report(_ error: any Error, of entry: TableEntry, columns: [String]) {
    let failure = error as? DatabaseError ?? DatabaseError(.other, "\(error)")
    entry.note(failure)
    failures.send(TableFailure(key: entry.key, columns: columns, error: failure))
    // That a row is not what was expected is an answer to who asked, and no trouble.
    let isAnswer = DatabaseError.Kind.changedMeanwhile.matches(failure.kind)
    owner.settings.logger.log(
      level: isAnswer ? .debug : .warning, "writing an entry failed",
      metadata: ["table": "\(plan.definition.name)", "row": "\(rowName(entry.key))", "error": "\(failure)"])
    map.postpone([EntryNotice(entry: entry, failed: true)], stale: [])
    announceSoon()
  }
}
