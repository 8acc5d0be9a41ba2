import ORDA

extension Governor {
  /// The description of each of the user's tables and views, in the order of their names.
  func describedTables() throws -> [TableDescription] {
    // These descriptions lack the schema, which the display and the watch need.
    let schemas = Dictionary(try tables().map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
    return try schema().tables.map { table in
      var table = table
      let own = schemas[table.name.name] ?? nil
      table.name.schema = own
      for index in table.foreignKeys.indices where table.foreignKeys[index].referencedTable.schema == nil {
        table.foreignKeys[index].referencedTable.schema = own
      }
      return table
    }
  }

  /// The description of a table, by a name that may include its schema: `genre`, `main.genre`.
  ///
  /// - Throws: `noSuchTable`.
  func described(_ name: String) throws -> TableDescription {
    if let table = try describe(TableName(name: name)) { return table }
    if let dot = name.firstIndex(of: ".") {
      let qualified = TableName(schema: String(name[..<dot]), name: String(name[name.index(after: dot)...]))
      if let table = try describe(qualified) { return table }
    }
    throw DatabaseError(.noSuchTable, "there is no table or view called \(name)")
  }
}
