/// The schema, on this thread.
extension Governor {
  /// Creates a table with its indexes; see ``SQLExecutor/create(_:ifMissing:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func create(_ table: TableDefinition, ifMissing: Bool = false) throws {
    try (self as any SQLExecutor).create(table, ifMissing: ifMissing)
  }

  /// Drops a table with its rows and its indexes; see ``SQLExecutor/drop(table:ifExists:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func drop(table: TableName, ifExists: Bool = false) throws {
    try (self as any SQLExecutor).drop(table: table, ifExists: ifExists)
  }

  /// Adds a column to a table; see ``SQLExecutor/add(_:to:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func add(_ column: ColumnDefinition, to table: TableName) throws {
    try (self as any SQLExecutor).add(column, to: table)
  }

  /// Drops a column of a table with its values; see ``SQLExecutor/drop(column:of:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func drop(column: String, of table: TableName) throws {
    try (self as any SQLExecutor).drop(column: column, of: table)
  }

  /// Changes an existing table, in order; see ``SQLExecutor/alter(_:_:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func alter(_ table: TableName, _ changes: [TableChange]) throws {
    try withConnection { try $0.alter(table, changes) }
  }

  /// Creates an index of a table; see ``SQLExecutor/create(_:on:ifMissing:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func create(_ index: IndexDescription, on table: TableName, ifMissing: Bool = false) throws {
    try (self as any SQLExecutor).create(index, on: table, ifMissing: ifMissing)
  }

  /// Drops an index of a table; see ``SQLExecutor/drop(index:of:ifExists:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func drop(index: String, of table: TableName, ifExists: Bool = false) throws {
    try (self as any SQLExecutor).drop(index: index, of: table, ifExists: ifExists)
  }

  /// Gives a table another name; see ``SQLExecutor/rename(table:to:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func rename(table: TableName, to name: String) throws {
    try (self as any SQLExecutor).rename(table: table, to: name)
  }

  /// Gives a column another name; see ``SQLExecutor/rename(column:of:to:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func rename(column: String, of table: TableName, to name: String) throws {
    try (self as any SQLExecutor).rename(column: column, of: table, to: name)
  }
}
