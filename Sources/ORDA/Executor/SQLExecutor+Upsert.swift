extension SQLExecutor {
  /// Prepares what updates the row that has a key, and inserts one if there is none.
  ///
  /// ```swift
  /// let save = try db.prepareUpsert(into: "genre", columns: ["id", "name"], key: ["id"])
  /// try save.execute(1, "Jazz")
  /// try save.executeMany(genres)     // Codable values, or lists of parameters, in one transaction
  /// ```
  ///
  /// Its parameters are the columns, in order or by name. Only what is named is changed in a row that is there; its other columns
  /// keep what they hold. Whoever else inserts the same key meanwhile is waited for, and the row is updated then. A row that
  /// conflicts with another by **another** unique key is refused with `constraint.unique`, and nothing is changed. A key
  /// with NULL in it belongs to no row, so that it is inserted.
  ///
  /// The outcome's `changed` is 1 for each row, inserted or updated; `lastID` is told by
  /// ``prepareInsertOrIgnore(into:columns:key:)`` alone.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: The columns that values are given for, the key's among them.
  ///   - key: The columns of the primary key, or of another unique key.
  ///   - updating: Those of the columns that are set in a row that is there; nil for all but the key's. Where there are
  ///     none, a row that is there stays as it is.
  /// - Throws: ``DatabaseError`` of kind `noSuchTable` and `noSuchColumn`; of kind `misuse` if the key is none of the table's.
  public func prepareUpsert(
    into table: TableName, columns: [String], key: [String], updating: [String]? = nil
  ) throws -> any Statement {
    try prepare(try upsert(into: table, columns, key, updating))
  }

  /// Prepares what inserts a row if there is none with its key, and leaves a row that is there as it is.
  ///
  /// Only that is passed over: what is NULL where nothing may be, too long, refused by a condition or refers to nothing throws as
  /// ever, and so does a conflict by another unique key. The outcome's `changed` is 1 for a row that was inserted, and 0 for
  /// one that was there.
  ///
  /// - Throws: As ``prepareUpsert(into:columns:key:updating:)`` does.
  public func prepareInsertOrIgnore(
    into table: TableName, columns: [String], key: [String]
  ) throws -> any Statement {
    try prepareUpsert(into: table, columns: columns, key: key, updating: [])
  }

  /// Updates the row that has a key, or inserts one if there is none.
  ///
  /// ```swift
  /// try db.upsert(into: "genre", ["id": 1, "name": "Jazz"], key: ["id"])
  /// try db.upsert(into: "genre", Parameters(encoding: genre), key: ["id"])
  /// ```
  ///
  /// It asks the database for the table each time; for many rows there is ``prepareUpsert(into:columns:key:updating:)``, which
  /// tells what is promised.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - values: The values by the names of their columns.
  ///   - key: The columns of the primary key, or of another unique key.
  ///   - updating: The columns that are set in a row that is there; nil for all but the key's.
  /// - Throws: As ``prepareUpsert(into:columns:key:updating:)`` does, and what the database says of the row.
  @discardableResult
  public func upsert(
    into table: TableName, _ values: Parameters, key: [String], updating: [String]? = nil
  ) throws -> any StatementResult {
    try execute(try upsert(into: table, try values.columnNames, key, updating), values)
  }

  /// Inserts a row if there is none with its key, and leaves a row that is there as it is.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - values: The values by the names of their columns.
  ///   - key: The columns of the primary key, or of another unique key.
  /// - Throws: As ``prepareInsertOrIgnore(into:columns:key:)`` does, and what the database says of the row.
  @discardableResult
  public func insertOrIgnore(
    into table: TableName, _ values: Parameters, key: [String]
  ) throws -> any StatementResult {
    try upsert(into: table, values, key: key, updating: [])
  }

  private func upsert(
    into table: TableName, _ columns: [String], _ key: [String], _ updating: [String]?
  ) throws -> SQL {
    try UpsertRequest(table, columns, key, updating).sql(
      try describe(table), in: schemaDialect, capabilities: capabilities)
  }
}

/// What a program asks for, before the database has told of the table.
struct UpsertRequest: Sendable {
  private let table: TableName
  private let columns: [String]
  private let key: [String]
  private let updating: [String]?

  init(_ table: TableName, _ columns: [String], _ key: [String], _ updating: [String]?) {
    self.table = table
    self.columns = columns
    self.key = key
    self.updating = updating
  }

  /// The upsert as one SQL.
  func sql(
    _ description: TableDescription?, in dialect: any SchemaDialect, capabilities: Capabilities
  ) throws(DatabaseError) -> SQL {
    guard let description else {
      throw DatabaseError(.noSuchTable, "there is no table \(table)", table: table.name)
    }
    var upsert = try Upsert(columns: columns, key: key, updating: updating, of: description)
    // As the program calls it, so that it is found where the program would find it.
    upsert = Upsert(table: table, columns: upsert.columns, key: upsert.key, updating: upsert.updating)
    let whole = upsert.isPlain(in: description) ? dialect.upsert(upsert) : nil
    return SQL(upsert.texts(names: columns, whole: whole, locksRows: capabilities.contains(.rowLocks)))
  }
}

extension Parameters {
  /// The columns that values are given for.
  var columnNames: [String] {
    get throws(DatabaseError) {
      guard case .named(let pairs) = storage else {
        throw DatabaseError(.misuse, "values of a row are given by the names of their columns")
      }
      return pairs.map(\.name)
    }
  }
}
