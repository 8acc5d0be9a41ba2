/// A table seen through a schema: the same object and the same entries, with columns that the compiler knows.
public struct TypedTable<Schema: TableSchema>: Sendable {
  /// The table.
  public let table: any Table

  init(_ table: any Table) { self.table = table }

  /// The entry of a row by the values of its key's columns; nil if there is no such row.
  public func entry(_ key: (any ValueConvertible)?...) throws -> TypedEntry<Schema>? {
    try table.entry(key: try key.map { try $0?.value() ?? .null }).map { TypedEntry($0) }
  }

  /// The entries of rows by their keys of one column, in the order of the keys; nil for a key without a row.
  public func entries<Key: ValueConvertible>(keys: some Sequence<Key>) throws -> [TypedEntry<Schema>?] {
    try table.entries(keys: keys).map { $0.map { TypedEntry($0) } }
  }

  /// The entries of all rows.
  public func select() throws -> [TypedEntry<Schema>] { try table.select().map { TypedEntry($0) } }

  /// The entries of the rows for which a condition is true.
  ///
  /// ```swift
  /// try tracks.select { $0.milliseconds >= 180_000 && $0.name.like("A%") }
  /// ```
  public func select(where condition: (Schema) -> TableCondition<Schema>) throws -> [TypedEntry<Schema>] {
    try table.select(where: condition(Schema()).sql).map { TypedEntry($0) }
  }

  /// How many rows there are.
  public func count() throws -> Int { try table.count() }

  /// The entry of the first row in the database's own order; nil if there are none.
  public func first() throws -> TypedEntry<Schema>? { try table.first().map { TypedEntry($0) } }

  /// How many rows there are for which a condition is true.
  public func count(where condition: (Schema) -> TableCondition<Schema>) throws -> Int {
    try table.count(where: condition(Schema()).sql)
  }

  /// Inserts a row and returns its entry, with the key and the defaults that the database made.
  @discardableResult
  public func insert(_ body: (inout TypedDraft<Schema>) throws -> Void) throws -> TypedEntry<Schema> {
    TypedEntry(try table.insert(try TypedDraft.filled(by: body).parameters, ignoringCase: true))
  }

  /// Sets columns of all rows for which a condition is true, and returns the entries of these rows.
  @discardableResult
  public func update(
    set body: (inout TypedDraft<Schema>) throws -> Void, where condition: (Schema) -> TableCondition<Schema>
  ) throws -> [TypedEntry<Schema>] {
    let values = try TypedDraft.filled(by: body).parameters
    return try table.update(set: values, where: condition(Schema()).sql).map { TypedEntry($0) }
  }

  /// Deletes all rows for which a condition is true, and returns their entries.
  @discardableResult
  public func delete(where condition: (Schema) -> TableCondition<Schema>) throws -> [TypedEntry<Schema>] {
    try table.delete(where: condition(Schema()).sql).map { TypedEntry($0) }
  }
}

/// The same, awaited.
extension TypedTable {
  /// The entry of a row by the values of its key's columns; nil if there is no such row.
  public func entry(_ key: (any ValueConvertible)?...) async throws -> TypedEntry<Schema>? {
    let values = try key.map { try $0?.value() ?? .null }
    return try await table.governor.leased(.reader) { [table] in try table.entry(key: values).map { TypedEntry($0) } }
  }

  /// The entries of rows by their keys of one column, in the order of the keys; nil for a key without a row.
  public func entries<Key: ValueConvertible>(keys: some Sequence<Key>) async throws -> [TypedEntry<Schema>?] {
    let keys = try keys.map { [try $0.value()] }
    return try await table.governor.leased(.reader) { [table] in
      try table.entries(keys: keys).map { $0.map { TypedEntry($0) } }
    }
  }

  /// The entries of all rows.
  public func select() async throws -> [TypedEntry<Schema>] { try await table.select().map { TypedEntry($0) } }

  /// The entries of the rows for which a condition is true.
  public func select(where condition: (Schema) -> TableCondition<Schema>) async throws -> [TypedEntry<Schema>] {
    try await table.select(where: condition(Schema()).sql).map { TypedEntry($0) }
  }

  /// How many rows there are.
  public func count() async throws -> Int { try await table.count() }

  /// The entry of the first row in the database's own order; nil if there are none.
  public func first() async throws -> TypedEntry<Schema>? { try await table.first().map { TypedEntry($0) } }

  /// How many rows there are for which a condition is true.
  public func count(where condition: (Schema) -> TableCondition<Schema>) async throws -> Int {
    try await table.count(where: condition(Schema()).sql)
  }

  /// Inserts a row and returns its entry.
  @discardableResult
  public func insert(_ body: (inout TypedDraft<Schema>) throws -> Void) async throws -> TypedEntry<Schema> {
    TypedEntry(try await table.insert(try TypedDraft.filled(by: body).parameters, ignoringCase: true))
  }

  /// Sets columns of all rows for which a condition is true, and returns the entries of these rows.
  @discardableResult
  public func update(
    set body: (inout TypedDraft<Schema>) throws -> Void, where condition: (Schema) -> TableCondition<Schema>
  ) async throws -> [TypedEntry<Schema>] {
    let values = try TypedDraft.filled(by: body).parameters
    return try await table.update(set: values, where: condition(Schema()).sql).map { TypedEntry($0) }
  }

  /// Deletes all rows for which a condition is true, and returns their entries.
  @discardableResult
  public func delete(where condition: (Schema) -> TableCondition<Schema>) async throws -> [TypedEntry<Schema>] {
    try await table.delete(where: condition(Schema()).sql).map { TypedEntry($0) }
  }
}

extension SQLExecutor {
  /// A table seen through a schema, which is compared with the database now.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchTable`, `noSuchColumn` or `typeMismatch`, naming what does not fit.
  public func table<Schema: TableSchema>(_ schema: Schema.Type) throws -> TypedTable<Schema> {
    let table = try table(Schema.tableName)
    try Schema.check(table.definition, schemaDialect)
    if let column = Schema.versionColumn {
      guard let governed = table as? GovernedTable else {
        throw DatabaseError(.unsupported, "tables that the driver itself makes have no version columns")
      }
      try governed.count(by: column)
    }
    return TypedTable(table)
  }
}

extension Governor {
  /// A table seen through a schema, which is compared with the database now.
  public func table<Schema: TableSchema>(_ schema: Schema.Type) async throws -> TypedTable<Schema> {
    try await leased(.reader) { [self] in try table(schema) }
  }
}
