/// Awaited versions of the functions that set a governor up and ask about it.
extension Governor {
  /// Checks that the database responds, on the connection's own thread.
  public func ping() async throws {
    try await lease(LeaseRequest(role: .writer)) { try $0.ping() }
  }

  /// Runs a closure on every existing connection and on every one opened later, before its next use; it is tried at
  /// once on a free connection.
  ///
  /// - Throws: What the closure throws on that connection; then it is not registered.
  public func onConnect(_ setUp: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await apart { try self.onConnect(setUp) }
  }

  /// Whose changes are reported, by what means, and why not more; if that is not known, the database is asked, on a
  /// separate thread.
  ///
  /// - Throws: ``DatabaseError`` of kind `cancelled` in a cancelled task.
  public func findChangeCoverage() async throws -> ChangeCoverage {
    try await apart { self.findChangeCoverage() }
  }

  /// The database's description of a table; nil if there is none of that name.
  public func describe(_ table: TableName) async throws -> TableDescription? {
    let request = LeaseRequest(role: .reader, transaction: TransactionOptions(isReadOnly: true))
    let description = Handover<TableDescription?>(nil)
    try await lease(request) { description.value = try $0.describe(table) }
    return description.value
  }

  /// The description of all tables and views in a schema, or in the default one, as one value.
  public func schema(named schema: String? = nil) async throws -> DatabaseDescription {
    let request = LeaseRequest(role: .reader, transaction: TransactionOptions(isReadOnly: true))
    let description = Handover<DatabaseDescription?>(nil)
    try await lease(request) { description.value = try $0.schema(named: schema) }
    return description.value ?? DatabaseDescription(tables: [])
  }

  /// The changes of some tables, or of all if the list is empty; returns once they are followed.
  ///
  /// - Throws: Like the blocking function of this name.
  public func changes(of tables: [TableName]) async throws -> ChangeBatches {
    try await apart { try self.changes(of: tables) }
  }

  /// The changes of some tables, or of all if none are named; returns once they are followed.
  ///
  /// ```swift
  /// for await batch in try await db.changes(of: "track", "genre") { … }
  /// ```
  ///
  /// - Throws: Like the blocking function of this name.
  public func changes(of tables: TableName...) async throws -> ChangeBatches { try await changes(of: tables) }

  /// Calls a closure after each commit that changed one of some tables, or any if the list is empty; returns once they
  /// are followed.
  ///
  /// - Throws: Like the blocking function of this name.
  public func observeChanges(
    of tables: [TableName], when: ChangeObservation.Moment = .soon, ignoring mark: ChangeMark? = nil,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) async throws -> ChangeObservation {
    try await apart(leftBehind: { (observation: ChangeObservation) in observation.cancel() }) {
      try self.observeChanges(of: tables, when: when, ignoring: mark, observer: observer)
    }
  }

  /// Calls a closure after each commit that changed one of some tables, or any if none are named; returns once they are
  /// followed.
  ///
  /// - Throws: Like the blocking function of this name.
  public func observeChanges(
    of tables: TableName..., when: ChangeObservation.Moment = .soon, ignoring mark: ChangeMark? = nil,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) async throws -> ChangeObservation {
    try await observeChanges(of: tables, when: when, ignoring: mark, observer: observer)
  }

  /// Returns once everything that anybody committed before has been reported, without blocking the task's thread.
  ///
  /// - Throws: Like the blocking function of this name; of kind `cancelled` in a cancelled task.
  public func catchUp() async throws { try await catchUp(within: .seconds(10)) }

  /// The same, with a limit other than ten seconds.
  public func catchUp(within limit: Duration) async throws {
    try await apart { try self.catchUp(within: limit) }
  }
}
