internal import ORDA

extension PostgreSQLConnection {
  func tables(schema: String?) throws(DatabaseError) -> [TableName] { try schemaReader.names(in: schema) }
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    try schemaReader.description(of: table)
  }
  func describeAll(schema: String?) throws(DatabaseError) -> [TableDescription] {
    try schemaReader.descriptions(in: schema)
  }

  /// The most columns that any of the questions about a schema has.
  private static var mostColumns: Int { 11 }

  var schemaReader: PostgreSQLSchema {
    PostgreSQLSchema { [unowned self] (sql, values) throws(DatabaseError) in
      // A server may return fewer columns than asked for; missing ones are NULL.
      try texts(sql, values).map { $0 + [String?](repeating: nil, count: max(0, Self.mostColumns - $0.count)) }
    }
  }
}

extension PostgreSQLConnection: CompactingConnection {
  func compact(_ tables: [TableName]) throws(DatabaseError) {
    let quoted = dialect.quoted(identifier:)
    let names = tables.map { ($0.schema.map { quoted($0) + "." } ?? "") + quoted($0.name) }
    try runAlone("VACUUM (FULL, ANALYZE) " + names.joined(separator: ", "))
  }
}
