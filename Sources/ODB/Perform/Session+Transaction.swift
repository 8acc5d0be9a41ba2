internal import ORDA

/// Beginning and ending the transaction that a session reads and writes in.
extension Session {
  /// Ensures that everything read from now on is of one state.
  func beginReading() throws {
    let opened = try usable()
    if transaction != nil { return }
    if mode == .locked, opened.layout == .current {
      do { return try beginWriting() } catch let error as DatabaseError
        where DatabaseError.Kind.readOnly.matches(error.kind)
      {
        // It can still be read.
        try rollBack()
      }
    }
    try beginReading(opened)
  }

  private func beginReading(_ opened: Database.Opened) throws {
    try open(opened)
    guard opened.layout == .current else { return }
    try take(opened.statements.version.first((Int64, Int64).self))
  }

  /// Ensures that everything read from now on is of one state; if nothing is open yet, the same statement also looks
  /// for a name in a table.
  ///
  /// - Returns: True if it has looked: the cache has what it found, if it still knows the table.
  func beginReading(lookingFor name: NodeName, in table: Node) throws -> Bool {
    let opened = try usable()
    guard transaction == nil, mode != .locked, opened.layout == .current else {
      try beginReading()
      return false
    }
    try open(opened)
    var state: (Int64, Int64)?
    var found: Node?
    try opened.statements.versionAndChild.forEach(table.id, name.storedKey) { row in
      state = (try row.get(11), try row.get(12))
      found = try row.get(0, as: Int64?.self) == nil ? nil : try NodeRow.node(row)
    }
    try take(state)
    if let table = cache.tables[table.id] { remember(found, name, of: table) }
    return true
  }

  /// Opens the transaction to read in.
  private func open(_ opened: Database.Opened) throws {
    try checkPlace(opened)
    try encloseInOthers(opened)
    let begun = isInTransaction ? try opened.governor.begin() : try beginSnapshot(of: opened.governor)
    transaction = begun
    try follow(begun)
  }

  /// A transaction whose reads are all of one state, even if the server's ordinary ones are not.
  private func beginSnapshot(of governor: any Governor) throws -> Transaction {
    let begun = try governor.begin(readOnly: true)
    if begun.isolation >= .repeatableRead { return begun }
    try begun.rollback()
    return try governor.begin(isolation: .repeatableRead, readOnly: true)
  }

  /// Ensures that nobody else writes, and that a nested perform that throws can be undone.
  func beginWriting() throws {
    let opened = try usable()
    guard mode != .reading else {
      throw DatabaseError(.readOnly, "odb.read { } reads alone: a perform writes")
    }
    guard opened.layout == .current else { throw ODBError.needsMigration }
    if !isWriting { try lock(opened) }
    guard levels.contains(where: { $0.savepoint == nil && !$0.hasBegun }) else { return }
    // A savepoint ends before those that were begun before it: of nested sessions, the outer one's is the first. What
    // others still have to write does not belong to it.
    try encloseInOthers(opened)
    for other in PerformThread.current.sessions(on: opened.governor) { try other.flush() }
    for index in levels.indices where levels[index].savepoint == nil && !levels[index].hasBegun {
      levels[index].savepoint = try opened.governor.begin()
    }
  }

  private func encloseInOthers(_ opened: Database.Opened) throws {
    guard isInTransaction else { return }
    for outer in PerformThread.current.sessions(on: opened.governor, around: self) { try outer.enclose() }
  }

  /// Ensures that another session can be nested in this one.
  func enclose() throws {
    let writes = mode != .reading && opened?.layout == .current
    try writes ? beginWriting() : beginReading()
    try flush()
  }

  private func lock(_ opened: Database.Opened) throws {
    if isInTransaction {
      if transaction == nil { try beginReading(opened) }
      try take(opened.statements.lockedVersion.first((Int64, Int64).self))
    } else {
      try rollBack()
      try checkPlace(opened)
      try take(beginAndLock(opened))
    }
    // Somebody may have made rows without an ODB. A perform that can run again finds out when its rows are refused.
    if mode == .locked || isInTransaction, let highest = try opened.statements.highestID.first(Int64?.self) ?? nil {
      nextID = max(nextID, highest + 1)
    }
    isWriting = true
    for index in levels.indices where levels[index].savepoint == nil { levels[index].hasBegun = true }
  }

  /// Begins a transaction and reads the state's row, which stays locked until the transaction ends.
  ///
  /// While several connections insert an ODB's first rows, MariaDB may end one of the transactions that wait for them. Nothing
  /// precedes the lock in this transaction, so the session begins another one, at most ten times.
  private func beginAndLock(_ opened: Database.Opened) throws -> (Int64, Int64)? {
    var retries = 10
    while true {
      let begun = try opened.governor.begin(mark: opened.mark)
      transaction = begun
      try follow(begun)
      do { return try opened.statements.lockedVersion.first((Int64, Int64).self) } catch let error as DatabaseError
        where error.kind == .deadlock && retries > 0
      {
        retries -= 1
        try rollBack()
      }
    }
  }

  /// Refuses to begin inside a transaction begun by the body: it would end with that, in the middle of the perform.
  private func checkPlace(_ opened: Database.Opened) throws {
    guard !isInTransaction, try opened.governor.isInTransactionHere() else { return }
    throw DatabaseError(
      .misuse,
      "a transaction was begun inside a perform before that had read or written: begin it outside, and perform in it")
  }

  /// Has the session notice when a transaction ends that it did not end itself.
  private func follow(_ begun: Transaction) throws {
    if isInTransaction { return }
    // Proof: what this thread has begun ends on this thread.
    nonisolated(unsafe) let session = self
    nonisolated(unsafe) let begun = begun
    try begun.atEnd { _ in session.notice(begun) }
  }

  private func notice(_ begun: Transaction) {
    guard transaction === begun else { return }
    transaction = nil
    isWriting = false
    note(
      DatabaseError(
        .misuse, "a perform's transaction ended with the closure that it was begun in: perform in the closure instead"))
  }

  /// Call it before sending rows: a savepoint that the body has begun on the governor may be undone, and with it what
  /// is sent now.
  func willWrite() throws {
    hasWritten = true
    guard isExclusive else { return }
    // Proof: what this thread has begun ends on this thread.
    nonisolated(unsafe) let session = self
    let isInside = try usable().governor.atTransactionEnd { outcome in
      if outcome == .undoneWithSavepoint { session.isUnsure = true }
    }
    if !isInside { throw DatabaseError(.transactionEnded, "a perform's transaction has ended before the perform") }
  }

  /// Rolls back what is open.
  private func rollBack() throws {
    guard let open = transaction else { return }
    // Clear it before it ends: every report of its end comes from here.
    transaction = nil
    isWriting = false
    do { try open.rollback() } catch {
      transaction = open
      throw error
    }
  }

  /// Takes the state's version and the next number, and compares the version with the cache's.
  private func take(_ state: (version: Int64, nextID: Int64)?) throws {
    guard let state else { throw DatabaseError(.corrupt, "the row that tells the ODB's version is missing") }
    (version, nextID) = state
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

  /// Forgets what is cached; what is read from now on comes from the open transaction.
  func forgetAll() {
    cache.removeAll()
    cache.version = version
  }

  // MARK: The end

  /// Commits what was written; rolls back if something failed, or must be repeated.
  func finish(undoing isUndone: Bool) {
    if !isUndone, failure == nil, !mustRepeat {
      do {
        try commit()
        return
      } catch { note(error) }
    }
    pending = PendingWrites()
    if hasWritten || failure != nil { cache.removeAll() }
    do { try rollBack() } catch { note(error) }
  }

  private func commit() throws {
    try flush()
    guard let transaction else { return }
    // This also commits what the body itself has run on the governor.
    guard hasWritten || isWriting || isInTransaction else { return try rollBack() }
    if hasWritten { try usable().statements.setVersion.execute(version + 1, nextID) }
    if hasWritten, isExclusive {
      // Proof: what this thread has begun ends on this thread.
      nonisolated(unsafe) let session = self
      // Do this last: after it, say nothing about the cache.
      try transaction.atEnd { outcome in session.ended(outcome) }
    }
    self.transaction = nil
    try transaction.commit()
  }

  /// Loses what was done since another session on the governor was begun in this one: it went with that session.
  func loseInner(_ failure: ODBError?) {
    pending = PendingWrites()
    if let failure { note(failure) } else { forgetAll() }
  }

  /// The outcome of the transaction that wrote: known before any observer is called, and before the call returns.
  private func ended(_ outcome: TransactionOutcome) {
    guard outcome == .committed, !isUnsure, cache.version == version else { return cache.removeAll() }
    cache.version = version + 1
    database.end(self)
  }

  // MARK: A perform inside

  /// Ends a nested perform: its changes are undone, or belong to the outer one.
  func leaveLevel(undoing isUndone: Bool) {
    guard let level = levels.popLast() else { return }
    do { try isUndone ? undo(level) : level.savepoint?.commit() } catch { note(error) }
  }

  private func undo(_ level: Level) throws {
    guard level.savepoint != nil || level.hasBegun else { return }
    pending = PendingWrites()
    defer { forgetAll() }
    if let governor = opened?.governor {
      for other in PerformThread.current.sessions(on: governor) where other !== self { other.loseInner(nil) }
    }
    if let savepoint = level.savepoint { return try savepoint.rollback() }
    try rollBack()
    hasWritten = false
  }
}
