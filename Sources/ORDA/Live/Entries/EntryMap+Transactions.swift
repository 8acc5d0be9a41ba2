/// What becomes of what a transaction noted of entries, at its end.
extension EntryMap {
  /// True if an entry is in the map with this key.
  func isPlaced(_ entry: TableEntry, at key: RowKey) -> Bool { self.entry(for: key) === entry }

  /// True if nothing newer is known of an entry than what the transaction saw.
  func canPublish(_ entry: TableEntry, _ row: PendingEntries.Row?) -> Bool {
    guard let row else { return false }
    return entry.state.withLock { $0.status != .deleted && $0.written <= row.readAt }
  }

  /// Makes what a committed transaction saw the entry's own, unless a batch told of this or a later commit already.
  func publish(_ row: PendingEntries.Row, of entry: TableEntry) {
    let stamp = tick()
    let isNewest = canPublish(entry, row)
    let isOld = row.readAt == PendingEntries.Row.longAgo
    var notices: [EntryNotice] = []
    if row.isDeleted, !isOld {
      // Whatever was committed since, that row is gone: one that has its key now is another.
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
        // Where the batch could not tell the values, those of the transaction are nearer than the old ones.
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

  /// An entry has no part in a transaction any more that was rolled back. One that was seen in it alone is gone.
  ///
  /// - Returns: True if it is to be read again.
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
