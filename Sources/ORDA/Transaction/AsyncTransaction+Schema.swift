/// The schema in a transaction that lasts across suspensions: as the calls of ``SQLExecutor``.
extension AsyncTransaction {
  /// Creates a table with its indexes; with `ifMissing` what is missing of them.
  ///
  /// - Throws: As ``SQLExecutor/create(_:ifMissing:)`` does.
  public func create(_ table: TableDefinition, ifMissing: Bool = false) async throws {
    try await leased { try $0.create(table, ifMissing: ifMissing) }
  }

  /// Drops a table with its rows and its indexes.
  ///
  /// - Throws: As ``SQLExecutor/drop(table:ifExists:)`` does.
  public func drop(table: TableName, ifExists: Bool = false) async throws {
    try await leased { try $0.drop(table: table, ifExists: ifExists) }
  }

  /// Adds a column to a table, behind its others.
  ///
  /// - Throws: As ``SQLExecutor/add(_:to:)`` does.
  public func add(_ column: ColumnDefinition, to table: TableName) async throws {
    try await leased { try $0.add(column, to: table) }
  }

  /// Drops a column of a table with what it holds.
  ///
  /// - Throws: As ``SQLExecutor/drop(column:of:)`` does.
  public func drop(column: String, of table: TableName) async throws {
    try await leased { try $0.drop(column: column, of: table) }
  }

  /// Makes changes of a table that is there, in order.
  ///
  /// - Throws: As ``SQLExecutor/alter(_:_:)`` does.
  public func alter(_ table: TableName, _ changes: [TableChange]) async throws {
    try await leased { try $0.alter(table, changes) }
  }

  /// Creates an index of a table.
  ///
  /// - Throws: As ``SQLExecutor/create(_:on:ifMissing:)`` does.
  public func create(_ index: IndexDescription, on table: TableName, ifMissing: Bool = false) async throws {
    try await leased { try $0.create(index, on: table, ifMissing: ifMissing) }
  }

  /// Drops an index of a table.
  ///
  /// - Throws: As ``SQLExecutor/drop(index:of:ifExists:)`` does.
  public func drop(index: String, of table: TableName, ifExists: Bool = false) async throws {
    try await leased { try $0.drop(index: index, of: table, ifExists: ifExists) }
  }

  /// Gives a table another name, in the same schema.
  ///
  /// - Throws: As ``SQLExecutor/rename(table:to:)`` does.
  public func rename(table: TableName, to name: String) async throws {
    try await leased { try $0.rename(table: table, to: name) }
  }

  /// Gives a column another name.
  ///
  /// - Throws: As ``SQLExecutor/rename(column:of:to:)`` does.
  public func rename(column: String, of table: TableName, to name: String) async throws {
    try await leased { try $0.rename(column: column, of: table, to: name) }
  }
}
