internal import ORDA

/// Beginning and ending what a session reads and writes in.
extension Session {
  /// Sees to it that what is read from now on is of one state.
  func beginReading() throws {
    let opened = try usable()
    if transaction != nil { return }
    if mode == .locked, opened.layout == .current {
      do { return try beginWriting() } catch let error as DatabaseError where error.kind.matches(.readOnly) {
        transaction = nil
      }
    }
    let begun = isInTransaction ? try opened.governor.begin() : try opened.governor.begin(readOnly: true)
    transaction = begun
    guard opened.layout == .current else { return }
    try take(version: opened.statements.version)
  }

  /// Sees to it that nobody else writes, and that an inner perform that throws can be undone.
  func beginWriting() throws {
    let opened = try usable()
    guard mode != .reading else {
      throw DatabaseError(.readOnly, "odb.read { } reads alone: a perform writes")
    }
    guard opened.layout == .current else { throw ODBError.needsMigration }
    if !isWriting { try lock(opened) }
    for index in levels.indices where levels[index].savepoint == nil && !levels[index].hasBegun {
      try flush()
      levels[index].savepoint = try opened.governor.begin()
    }
  }

  private func lock(_ opened: Database.Opened) throws {
    if isInTransaction {
      try beginReading()
    } else {
      try transaction?.rollback()
      transaction = nil
      let begun = try opened.governor.begin(mark: opened.mark)
      transaction = begun
      // Proof: what this thread has begun ends on this thread.
      nonisolated(unsafe) let session = self
      try begun.atEnd { outcome in session.ended(outcome) }
    }
    try take(version: opened.statements.lockedVersion)
    isWriting = true
    for index in levels.indices where levels[index].savepoint == nil { levels[index].hasBegun = true }
  }

  /// Reads the version, and compares it with what the cache is of.
  private func take(version statement: any Statement) throws {
    guard let row = try statement.first((Int64, Int64).self) else {
      throw DatabaseError(.corrupt, "the row that tells the ODB's version is missing")
    }
    (version, nextID) = row
    if mode == .locked, let highest = try usable().statements.highestID.first(Int64?.self) ?? nil {
      // Somebody may have made rows without an ODB.
      nextID = max(nextID, highest + 1)
    }
    guard let known = cache.version, known != version else {
      cache.version = version
      return
    }
    if isInTransaction {
      throw DatabaseError(.serialization, "somebody else has changed what this transaction has read of the ODB")
    }
    if hasRead, mode == .ordinary { mustRepeat = true }
    forgetAll()
  }

  /// Forgets what is cached; what is read from now on is of the open transaction.
  func forgetAll() {
    cache.removeAll()
    cache.version = version
  }

  // MARK: The end

  /// Commits what was written; rolls back where something failed, or has to be done again.
  func finish(undoing isUndone: Bool) {
    if !isUndone, failure == nil, !mustRepeat {
      do {
        try commit()
        return
      } catch { note(error) }
    }
    pending = PendingWrites()
    if hasWritten || failure != nil { cache.removeAll() }
    if let transaction {
      self.transaction = nil
      do { try transaction.rollback() } catch { note(error) }
    }
  }

  private func commit() throws {
    try flush()
    guard let transaction else { return }
    guard hasWritten else {
      self.transaction = nil
      return try transaction.rollback()
    }
    try usable().statements.setVersion.execute(version + 1, nextID)
    self.transaction = nil
    try transaction.commit()
  }

  /// What became of the transaction that wrote: known before any observer is called, and before the call returns.
  private func ended(_ outcome: TransactionOutcome) {
    guard isExclusive, hasWritten else { return }
    if case .committed = outcome, cache.version == version {
      cache.version = version + 1
      database.end(self)
    } else {
      cache.removeAll()
    }
  }

  // MARK: A perform inside

  /// What a nested perform that threw has done is undone.
  func undo(_ level: Level) {
    guard level.savepoint != nil || level.hasBegun else { return }
    pending = PendingWrites()
    do {
      if let savepoint = level.savepoint {
        try savepoint.rollback()
      } else {
        try transaction?.rollback()
        transaction = nil
        isWriting = false
        hasWritten = false
      }
    } catch { note(error) }
    forgetAll()
  }

  /// What a nested perform has done belongs to the outer one.
  func keep(_ level: Level) {
    guard let savepoint = level.savepoint else { return }
    do { try savepoint.commit() } catch { note(error) }
  }
}
