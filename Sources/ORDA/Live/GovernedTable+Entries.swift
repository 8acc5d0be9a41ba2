/// The entries of rows that were read.
extension GovernedTable {
  /// The entries of rows, given by their values, which a statement read that began after `start`.
  ///
  /// - Parameter isWritten: True for rows that the open transaction itself has written, so that nothing can be newer.
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
    announceSoon(by: listening)
    return entries
  }

  /// The entry of a row that the open transaction read. A new entry is born at the commit.
  private func entry(
    of values: [Value], _ key: RowKey, readAt start: Int, _ listening: TableListening, in scope: LeaseScope,
    isWritten: Bool
  ) -> TableEntry {
    // If others write at the same time, a transaction may see rows as they were when it began.
    let isNewest = isWritten || scope.hasOnlyWriter
    let row = PendingEntries.Row(
      key: key, values: values, isFirm: isNewest || scope.isReadOnly,
      readAt: isNewest ? start : PendingEntries.Row.longAgo)
    if let pending = scope.pending, let known = pending.entry(of: map, key) {
      guard let before = pending[known] else { return known }
      let isSame = ColumnSet(differencesOf: before.values, and: values).isEmpty
      // A row read with a lock is newer than one read without.
      if pending.isFirm(before) ? isSame || !row.isFirm : isSame && !row.isFirm { return known }
      note(row, of: known, in: scope)
      return known
    }
    let make = { (serial: Int) in
      TableEntry(self, serial, listening, EntryState(key: key, values: values, at: start, isShared: false))
    }
    var (entry, isNew) = map.entry(for: key, readAt: start) { serial, _ in make(serial) }
    if !isNew, scope.pending?[entry] != nil {
      // The entry had this key, and lost it or its row in the transaction: this is another row.
      entry = map.unplacedEntry(make: make)
      isNew = true
    }
    let isKnown = entry.state.withLock { $0.isShared && ColumnSet(differencesOf: $0.values, and: values).isEmpty }
    if isNew || !isKnown || row.isFirm { note(row, of: entry, in: scope) }
    return entry
  }

  /// Marks entries made while a batch was applied, which may have concerned them.
  private func markStale(_ entries: [TableEntry], readAt start: Int) {
    let stamp = map.tick()
    map.news.postpone(
      [], stale: entries.filter { $0.state.withLock { $0.version == start && $0.becomeStale(at: stamp) } })
  }

  /// Sets what was read of an entry's row, if nothing newer is known, and notes what to announce.
  ///
  /// - Parameter known: The entry's key when the reading was decided on. If it is another one now, a batch has moved
  ///   the entry, and what was read may be another row.
  /// - Returns: False if something newer is known.
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
    if !notices.isEmpty { map.news.postpone(notices, stale: []) }
    return true
  }
}
