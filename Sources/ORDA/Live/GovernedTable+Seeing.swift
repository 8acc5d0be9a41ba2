internal import Synchronization

/// What a transaction sees of an entry: its row, read when the transaction first needs it.
///
/// A transaction that may write reads it with the lock that a write takes. So what a program computes from it and sets
/// is based on what is there: other writers wait meanwhile. If a database has one writer at a time, the transaction
/// already holds that lock. A read-only transaction reads without the lock, and sees what it sees.
extension GovernedTable {
  /// An entry's row as this thread's open transaction sees it; nil outside of transactions, and if the row is as
  /// everybody knows it.
  ///
  /// Getters call this, and throw nothing: if reading fails, the transaction's next call throws.
  @inline(__always)
  func seenRow(of entry: TableEntry) -> PendingEntries.Row? {
    if owner.openTransactions.load(ordering: .relaxed) == 0 { return nil }
    return firstSeenRow(of: entry)
  }

  private func firstSeenRow(of entry: TableEntry) -> PendingEntries.Row? {
    guard let scope = transactionScope else { return nil }
    if let row = scope.pending?.firmRow(of: entry) { return row }
    guard scope.isReadable, entry.state.withLock({ $0.status != .deleted }) else { return scope.pending?[entry] }
    do {
      return try readRow(of: entry, in: scope)
    } catch {
      scope.keep(error as? DatabaseError ?? DatabaseError(.other, "\(error)"))
      return scope.pending?[entry]
    }
  }

  /// The same, which throws.
  func firmRow(of entry: TableEntry, in scope: LeaseScope) throws -> PendingEntries.Row {
    let isGone = entry.state.withLock { $0.status == .deleted }
    let row = isGone ? scope.pending?[entry] : try scope.pending?.firmRow(of: entry) ?? readRow(of: entry, in: scope)
    guard let row, !row.isDeleted else { throw gone(entry) }
    return row
  }

  /// Reads an entry's row as an open transaction sees it, and notes it.
  ///
  /// - Parameters:
  ///   - new: The key that the row has now, if it differs from the known one.
  ///   - isWritten: True if the transaction has just written it.
  @discardableResult
  func readRow(
    of entry: TableEntry, at new: RowKey? = nil, isWritten: Bool = false, in scope: LeaseScope
  ) throws -> PendingEntries.Row {
    let before = scope.pending?[entry]
    let isLocked = locksRows(in: scope)
    // A row read without a lock, with other writers around, may be older than what was reported.
    let isNewest = isWritten || (before?.isFirm ?? false) || isLocked || scope.hasOnlyWriter
    for _ in 1...Self.mostReadings {
      let known = entry.state.withLock { $0.key }
      let key = new ?? before?.key ?? known
      let start = map.tick()
      if let (values, isFirst) = try readRow(key, isLocked: isLocked, in: scope) {
        let row = PendingEntries.Row(
          key: try plan.key(of: values), values: values, isFirm: true,
          readAt: isNewest && isFirst ? start : PendingEntries.Row.longAgo)
        note(row, of: entry, in: scope)
        return row
      }
      // Somebody else may have given the row another key; the entry will hear of it in a moment.
      guard new == nil, before == nil, owner.changeHub.catchUp(), entry.state.withLock({ $0.key }) != known else {
        break
      }
    }
    let (key, values) = entry.state.withLock { ($0.key, $0.values) }
    // A row that was never seen here may be gone, or have another key: it is looked for once more after the commit.
    let isOwn = isWritten || before?.isFirm ?? false
    let row = PendingEntries.Row(
      key: new ?? before?.key ?? key, values: before?.values ?? values, isDeleted: true, isFirm: true,
      readAt: isOwn ? map.tick() : PendingEntries.Row.longAgo)
    note(row, of: entry, in: scope)
    return row
  }

  /// The values of a row, and false if it was to be locked and could not be.
  private func readRow(
    _ key: RowKey, isLocked: Bool, in scope: LeaseScope
  ) throws -> (values: [Value], isAsAsked: Bool)? {
    let parameters = Parameters(values: key.values)
    if isLocked {
      do {
        return try owner.query(plan.lockedRow, parameters).rows.first.map { ($0.values, true) }
      } catch .readOnly {
        // The session's transactions are set to only read.
        scope.isReadOnly = true
      } catch .permission {
        // Without permission to lock a row there is none to write it either.
      }
    }
    owner.changeHub.waitUntilVisible()
    return try owner.query(plan.row, parameters).rows.first.map { ($0.values, !isLocked) }
  }

  /// True if an open transaction locks the rows it reads for its entries.
  func locksRows(in scope: LeaseScope) -> Bool { !scope.isReadOnly && owner.capabilities.contains(.rowLocks) }

  /// Refuses to write outside the transaction that the calling task has open, which entries can't join by themselves.
  func checkTask() throws(DatabaseError) {
    if ThreadScopes.current(of: owner) == nil { try owner.checkTaskMayWriteEntries() }
  }
}
