internal import ORDA

extension MariaDBConnection {
  func tables(schema: String?) throws(DatabaseError) -> [TableName] { try schemaReader.names(in: schema) }

  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    try schemaReader.description(of: table)
  }

  func describeAll(schema: String?) throws(DatabaseError) -> [TableDescription] {
    try schemaReader.descriptions(in: schema)
  }

  /// The most columns that any of the questions about a schema has.
  private static var mostColumns: Int { 9 }

  var schemaReader: MariaDBSchema {
    MariaDBSchema(dialect: dialect) { [unowned self] (sql, values) throws(DatabaseError) in
      // A server may return fewer columns than asked for; missing ones are NULL.
      try rows(of: sql, values).map { $0 + [Value](repeating: .null, count: max(0, Self.mostColumns - $0.count)) }
    }
  }
}
