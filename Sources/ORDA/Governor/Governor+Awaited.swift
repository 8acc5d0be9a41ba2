/// The awaited twins of what sets a governor up and asks about it.
extension Governor {
  /// Asks the database for a sign of life, on the connection's own thread.
  public func ping() async throws {
    try await lease(LeaseRequest(role: .writer)) { try $0.ping() }
  }

  /// Runs a closure on every connection that there is and on every one that will be opened, before its next use; the
  /// connection that is tried at once is one that is free.
  ///
  /// - Throws: What the closure throws on the connection that is tried; it is then not registered.
  public func onConnect(_ setUp: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await apart { try self.onConnect(setUp) }
  }

  /// Whose changes are heard of, by what means, and why not more; asked of the database where that is not known, on a thread
  /// of its own.
  ///
  /// - Throws: ``DatabaseError`` of kind `cancelled` in a cancelled task.
  public func findChangeCoverage() async throws -> ChangeCoverage {
    try await apart { self.findChangeCoverage() }
  }

  /// All that the database tells of a table; nil if there is none of that name.
  public func describe(_ table: TableName) async throws -> TableDescription? {
    let request = LeaseRequest(role: .reader, transaction: TransactionOptions(isReadOnly: true))
    let description = Handover<TableDescription?>(nil)
    try await lease(request) { description.value = try $0.describe(table) }
    return description.value
  }

  /// What the database tells of all tables and views in a schema, or in the default one, as one value.
  public func schema(named schema: String? = nil) async throws -> DatabaseDescription {
    let request = LeaseRequest(role: .reader, transaction: TransactionOptions(isReadOnly: true))
    let description = Handover<DatabaseDescription?>(nil)
    try await lease(request) { description.value = try $0.schema(named: schema) }
    return description.value ?? DatabaseDescription(tables: [])
  }

  /// The changes of some tables, or of all if there is no name in the list; it is awaited until they are followed.
  ///
  /// - Throws: As the function of this name that blocks.
  public func changes(of tables: [TableName]) async throws -> ChangeBatches {
    try await apart { try self.changes(of: tables) }
  }

  /// The changes of some tables, or of all if none are named; it is awaited until they are followed.
  ///
  /// ```swift
  /// for await batch in try await db.changes(of: "track", "genre") { … }
  /// ```
  ///
  /// - Throws: As the function of this name that blocks.
  public func changes(of tables: TableName...) async throws -> ChangeBatches { try await changes(of: tables) }

  /// Calls a closure after each commit that changed one of some tables, or any if there is no name in the list; it is
  /// awaited until they are followed.
  ///
  /// - Throws: As the function of this name that blocks.
  public func observeChanges(
    of tables: [TableName], when: ChangeObservation.Moment = .soon, ignoring mark: ChangeMark? = nil,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) async throws -> ChangeObservation {
    try await apart(leftBehind: { (observation: ChangeObservation) in observation.cancel() }) {
      try self.observeChanges(of: tables, when: when, ignoring: mark, observer: observer)
    }
  }

  /// Calls a closure after each commit that changed one of some tables, or any if none are named; it is awaited until
  /// they are followed.
  ///
  /// - Throws: As the function of this name that blocks.
  public func observeChanges(
    of tables: TableName..., when: ChangeObservation.Moment = .soon, ignoring mark: ChangeMark? = nil,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) async throws -> ChangeObservation {
    try await observeChanges(of: tables, when: when, ignoring: mark, observer: observer)
  }

  /// Returns when everything that anybody committed before has been told, without blocking the task's thread.
  ///
  /// - Throws: As the function of this name that blocks; of kind `cancelled` in a cancelled task.
  public func catchUp() async throws { try await catchUp(within: .seconds(10)) }

  /// The same, with another limit than ten seconds.
  public func catchUp(within limit: Duration) async throws {
    try await apart { try self.catchUp(within: limit) }
  }
}
