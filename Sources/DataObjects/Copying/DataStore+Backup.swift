public import ORDA

extension DataStore {
  /// Copies the tables of the model, with all of their columns, as they are at one moment into another database of any driver,
  /// while this program and others go on writing. What was saved before the call is in the copy.
  ///
  /// ```swift
  /// try await store.backup(to: "sqlite:monday.db")
  /// ```
  ///
  /// The copy is one transaction: all rows, or none. Tables outside the model, views and triggers are not copied.
  ///
  /// - Parameters:
  ///   - url: The database; it has none of the tables, or they are empty.
  ///   - registry: Where its driver was registered.
  /// - Returns: How many rows were copied.
  /// - Throws: ``DataStoreError/backupExists(table:)`` if one of the tables has rows there, and `DatabaseError`.
  @discardableResult
  public func backup(to url: String, registry: Registry = ORDA.shared) async throws -> Int {
    if isClosed { throw DataStoreError.closed }
    let target = try await registry.open(url)
    do {
      let count = try await backup(to: target)
      try await target.close()
      return count
    } catch {
      try? await target.close()
      throw error
    }
  }

  /// Copies the tables of the model into a database that the program has opened, as ``backup(to:registry:)`` does.
  ///
  /// - Returns: How many rows were copied.
  /// - Throws: ``DataStoreError/backupExists(table:)`` if one of the tables has rows there, and `DatabaseError`.
  @discardableResult
  public func backup(to target: any Governor) async throws -> Int {
    await flush()
    var tables: [TableName] = []
    for table in allTables.flatMap({ [$0.table] + $0.lookups.map(\.table) }) where !tables.contains(table) {
      tables.append(table)
    }
    let backup = TableBackup(tables: tables, source: governor, target: target)
    return try await governor.withConnection(.reader) { try backup.run(from: $0) }
  }
}
