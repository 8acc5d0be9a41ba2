extension AsyncTransaction {
  /// Sets a savepoint by name, for code that can't be a closure; it hides one of the same name further out.
  ///
  /// - Parameter name: Any text: it is compared as it is and never becomes SQL.
  /// - Throws: ``DatabaseError``.
  public func savepoint(_ name: String) async throws {
    try await onConnection { [self] in try setSavepoint(name) }
  }

  /// Forgets a savepoint, and those set since, and keeps the changes.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if no savepoint of this name is open.
  public func release(savepoint name: String) async throws {
    try await onConnection { [self] in try release(try level(of: name)) }
  }

  /// Undoes the changes since a savepoint; it stays open, and those set since are forgotten.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if no savepoint of this name is open.
  public func rollback(toSavepoint name: String) async throws {
    try await onConnection { [self] in
      rollBack(to: try level(of: name))
      try setSavepoint(name)
    }
  }

  // MARK: On the connection's own thread

  /// The place of the savepoint with a name, counted from 1. The innermost closure can't end savepoints outside of it.
  private func level(of name: String) throws(DatabaseError) -> Int {
    try scope.checkUsable()
    let reach = savepoints.lastIndex(of: nil).map { $0 + 1 } ?? 0
    guard let index = savepoints[reach...].lastIndex(of: name) else {
      throw DatabaseError(.misuse, "there is no savepoint '\(name)' in this transaction")
    }
    return index + 1
  }

  func setSavepoint(
    _ name: String?, _ options: TransactionOptions = TransactionOptions(), within deadline: Deadline? = nil
  ) throws(DatabaseError) {
    try governor.begin(options, in: scope, within: deadline)
    savepoints.append(name)
  }

  /// Ends a savepoint, and those inside it, and keeps the changes.
  func release(_ level: Int, within deadline: Deadline? = nil) throws(DatabaseError) {
    guard savepoints.count >= level else { throw DatabaseError(.misuse, "this transaction is over") }
    leaveSavepoints(down: level)
    savepoints.removeLast()
    // If this fails it is rolled back, and so ended in any case.
    try governor.commit(scope, within: deadline)
  }

  /// Ends a savepoint, and those inside it, and undoes the changes.
  func rollBack(to level: Int) {
    guard savepoints.count >= level else { return }
    leaveSavepoints(down: level)
    savepoints.removeLast()
    governor.rollback(scope)
  }

  /// Forgets the savepoints inside one, or inside the transaction: the database ends them with it.
  func leaveSavepoints(down level: Int = 0) {
    savepoints.removeLast(max(0, savepoints.count - level))
    scope.depth = savepoints.count + 1
  }
}
