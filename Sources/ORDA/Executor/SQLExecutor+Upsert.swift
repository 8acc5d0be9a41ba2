extension SQLExecutor {
  /// Prepares a statement that updates the row with a key, or inserts one if there is none.
  ///
  /// ```swift
  /// let save = try db.prepareUpsert(into: "genre", columns: ["id", "name"], key: ["id"])
  /// try save.execute(1, "Jazz")
  /// try save.executeMany(genres)     // Codable values, or lists of parameters, in one transaction
  /// ```
  ///
  /// Its parameters are the columns, in order or by name. In an existing row only the named columns change; the others
  /// keep their values. If somebody else inserts the same key meanwhile, it waits for that, and then updates the row. A
  /// row that conflicts with another by **another** unique key is refused with `constraint.unique`, and nothing
  /// changes. A key with NULL in it belongs to no row, so it is inserted.
  ///
  /// The outcome's `changed` is 1 for each row, inserted or updated; only ``prepareInsertOrIgnore(into:columns:key:)``
  /// reports `lastID`.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: The columns that get values, including the key's.
  ///   - key: The columns of the primary key, or of another unique key.
  ///   - updating: Those of the columns that are set in an existing row; nil for all but the key's. If empty, an
  ///     existing row stays as it is.
  /// - Throws: ``DatabaseError`` of kind `noSuchTable` and `noSuchColumn`; of kind `misuse` if the key is not one of
  ///   the table's.
  public func prepareUpsert(
    into table: TableName, columns: [String], key: [String], updating: [String]? = nil
  ) throws -> any Statement {
    try prepare(try upsert(into: table, columns, key, updating))
  }

  /// Prepares a statement that inserts a row if there is none with its key, and leaves an existing row as it is.
  ///
  /// It only ignores that conflict: NULL where it is not allowed, a value that is too long, one refused by a condition
  /// and a reference to nothing throw as ever, and so does a conflict by another unique key. The outcome's `changed` is
  /// 1 for an inserted row, and 0 for an existing one.
  ///
  /// - Throws: Like ``prepareUpsert(into:columns:key:updating:)``.
  public func prepareInsertOrIgnore(
    into table: TableName, columns: [String], key: [String]
  ) throws -> any Statement {
    try prepareUpsert(into: table, columns: columns, key: key, updating: [])
  }

  /// Updates the row with a key, or inserts one if there is none.
  ///
  /// ```swift
  /// try db.upsert(into: "genre", ["id": 1, "name": "Jazz"], key: ["id"])
  /// try db.upsert(into: "genre", Parameters(encoding: genre), key: ["id"])
  /// ```
  ///
  /// It asks the database for the table each time; for many rows use ``prepareUpsert(into:columns:key:updating:)``,
  /// which describes the guarantees.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - values: The values by column name.
  ///   - key: The columns of the primary key, or of another unique key.
  ///   - updating: The columns that are set in an existing row; nil for all but the key's.
  /// - Throws: Like ``prepareUpsert(into:columns:key:updating:)``, and the database's errors about the row.
  @discardableResult
  public func upsert(
    into table: TableName, _ values: Parameters, key: [String], updating: [String]? = nil
  ) throws -> any StatementResult {
    try execute(try upsert(into: table, try values.columnNames, key, updating), values)
  }

  /// Inserts a row if there is none with its key, and leaves an existing row as it is.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - values: The values by column name.
  ///   - key: The columns of the primary key, or of another unique key.
  /// - Throws: Like ``prepareInsertOrIgnore(into:columns:key:)``, and the database's errors about the row.
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

/// A program's request, before the database has described the table.
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
    // Under the program's name for it, so that it is found where the program would find it.
    upsert = Upsert(table: table, columns: upsert.columns, key: upsert.key, updating: upsert.updating)
    let whole = upsert.isPlain(in: description) ? dialect.upsert(upsert) : nil
    return SQL(upsert.texts(names: columns, whole: whole, locksRows: capabilities.contains(.rowLocks)))
  }
}

extension Parameters {
  /// The columns that get values.
  var columnNames: [String] {
    get throws(DatabaseError) {
      guard case .named(let pairs) = storage else {
        throw DatabaseError(.misuse, "values of a row are given by the names of their columns")
      }
      return pairs.map(\.name)
    }
  }
}
