/// What happens at a transaction's end to what it noted of entries.
extension EntryMap {
  /// True if the map has this entry at this key.
  func isPlaced(_ entry: TableEntry, at key: RowKey) -> Bool { self.entry(for: key) === entry }

  /// True if nothing newer is known of an entry than what the transaction saw.
  func canPublish(_ entry: TableEntry, _ row: PendingEntries.Row?) -> Bool {
    guard let row else { return false }
    return entry.state.withLock { $0.status != .deleted && $0.written <= row.readAt }
  }

  /// Sets the entry to what a committed transaction saw, unless a batch already reported this commit or a later one.
  func publish(_ row: PendingEntries.Row, of entry: TableEntry) {
    let stamp = tick()
    let isNewest = canPublish(entry, row)
    let isOld = row.readAt == PendingEntries.Row.longAgo
    var notices: [EntryNotice] = []
    if row.isDeleted, !isOld {
      // Whatever was committed since, that row is gone: a row that has its key now is another one.
      notices.append(delete(entry, at: stamp))
    } else if !row.isDeleted, isNewest, !isPlaced(entry, at: row.key), let displaced = attach(entry, to: row.key) {
      notices.append(delete(displaced, at: stamp))
    }
    var notice = EntryNotice(entry: entry)
    let mustBeRead = entry.state.withLock { state in
      let isNew = !state.isShared
      state.holders -= 1
      notice.isNew = !state.isShared
      state.isShared = true
      if state.status == .deleted { return false }
      let differences = ColumnSet(differencesOf: state.values, and: row.values)
      guard isNewest, state.written <= row.readAt else {
        if row.isDeleted { return state.becomeStale(at: stamp) }
        if differences.isEmpty { return isNew && isOld && state.becomeStale(at: stamp) }
        // If the batch could not report the values, the transaction's are nearer than the old ones.
        if state.status == .stale, !isOld {
          notice.columns = differences
          state.values = row.values
        }
        return state.becomeStale(at: stamp)
      }
      notice.columns = differences
      state.values = row.values
      state.version = stamp
      state.written = stamp
      state.status = .current
      return false
    }
    if !notice.columns.isEmpty || notice.isNew && !followers.isEmpty { notices.append(notice) }
    news.postpone(notices, stale: mustBeRead ? [entry] : [])
  }

  /// An entry has no part any more in a transaction that was undone. An entry that only the transaction saw is gone.
  ///
  /// - Returns: True if it has to be read again.
  func letGo(_ entry: TableEntry, wasCommitted: Bool) -> Bool {
    let stamp = tick()
    let (isGone, mustBeRead) = entry.state.withLock { state in
      state.holders -= 1
      if wasCommitted { return (false, state.becomeStale(at: stamp)) }
      return (!state.isShared && state.holders == 0, false)
    }
    if isGone { _ = delete(entry, at: stamp) }
    if mustBeRead { news.postpone([], stale: [entry]) }
    return mustBeRead
  }
}
