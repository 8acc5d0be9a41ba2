/// The schema, awaited: like the calls of ``SQLExecutor``, on a connection's own thread.
extension Governor {
  /// Creates a table with its indexes; with `ifMissing` whatever is missing of them.
  ///
  /// - Throws: Like ``SQLExecutor/create(_:ifMissing:)``.
  public func create(_ table: TableDefinition, ifMissing: Bool = false) async throws {
    try await withConnection { try $0.create(table, ifMissing: ifMissing) }
  }

  /// Drops a table with its rows and its indexes.
  ///
  /// - Throws: Like ``SQLExecutor/drop(table:ifExists:)``.
  public func drop(table: TableName, ifExists: Bool = false) async throws {
    try await withConnection { try $0.drop(table: table, ifExists: ifExists) }
  }

  /// Adds a column to a table, after the others.
  ///
  /// - Throws: Like ``SQLExecutor/add(_:to:)``.
  public func add(_ column: ColumnDefinition, to table: TableName) async throws {
    try await withConnection { try $0.add(column, to: table) }
  }

  /// Drops a column of a table with its values.
  ///
  /// - Throws: Like ``SQLExecutor/drop(column:of:)``.
  public func drop(column: String, of table: TableName) async throws {
    try await withConnection { try $0.drop(column: column, of: table) }
  }

  /// Changes an existing table, in order.
  ///
  /// - Throws: Like ``SQLExecutor/alter(_:_:)``.
  public func alter(_ table: TableName, _ changes: [TableChange]) async throws {
    try await withConnection { try $0.alter(table, changes) }
  }

  /// Creates an index of a table.
  ///
  /// - Throws: Like ``SQLExecutor/create(_:on:ifMissing:)``.
  public func create(_ index: IndexDescription, on table: TableName, ifMissing: Bool = false) async throws {
    try await withConnection { try $0.create(index, on: table, ifMissing: ifMissing) }
  }

  /// Drops an index of a table.
  ///
  /// - Throws: Like ``SQLExecutor/drop(index:of:ifExists:)``.
  public func drop(index: String, of table: TableName, ifExists: Bool = false) async throws {
    try await withConnection { try $0.drop(index: index, of: table, ifExists: ifExists) }
  }

  /// Gives a table another name, in the same schema.
  ///
  /// - Throws: Like ``SQLExecutor/rename(table:to:)``.
  public func rename(table: TableName, to name: String) async throws {
    try await withConnection { try $0.rename(table: table, to: name) }
  }

  /// Gives a column another name.
  ///
  /// - Throws: Like ``SQLExecutor/rename(column:of:to:)``.
  public func rename(column: String, of table: TableName, to name: String) async throws {
    try await withConnection { try $0.rename(column: column, of: table, to: name) }
  }
}
