/// Migrations; the rules at ``Migrator`` apply.
extension Governor {
  /// Runs the steps that have not run on this database, in order, and the repeatable ones whose text has changed.
  ///
  /// A program calls it when it starts, however many instances start at once: if there is nothing to do it costs one
  /// query.
  ///
  /// - Parameter steps: All of the program's steps, in order.
  /// - Returns: What was run.
  /// - Throws: ``DatabaseError`` like `up(through:progress:)`.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func migrate(_ steps: [Migration]) throws -> [Migrator.Step] {
    try Migrator(self, steps).run(through: nil) { _ in }
  }

  /// The same, without blocking the task's thread.
  @discardableResult
  public func migrate(_ steps: [Migration]) async throws -> [Migrator.Step] {
    try await Migrator(self, steps).up()
  }
}

extension BlockingSQLExecutor {
  /// Runs the steps that have not run on this database, on this thread; see `migrate(_:)`.
  @discardableResult
  public func migrate(_ steps: [Migration]) throws -> [Migrator.Step] {
    try Migrator(governor, steps).run(through: nil) { _ in }
  }
}
