internal import ORDA

extension PostgreSQLConnection {
  func tables(schema: String?) throws(DatabaseError) -> [TableName] { try schemaReader.names(in: schema) }
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    try readSteadily { () throws(DatabaseError) in try schemaReader.description(of: table) }
  }
  func describeAll(schema: String?) throws(DatabaseError) -> [TableDescription] {
    try readSteadily { () throws(DatabaseError) in try schemaReader.descriptions(in: schema) }
  }

  /// Reads from the catalog, and again if a table was dropped meanwhile: functions of the server's that write out indexes and
  /// expressions look for it themselves, outside of the query's snapshot, and fail as an internal error.
  private func readSteadily<R>(_ read: () throws(DatabaseError) -> R) throws(DatabaseError) -> R {
    let savepoint = "orda_catalog"
    let isInside = stands
    var attempts = 1
    while true {
      if isInside { try self.savepoint(savepoint) }
      do throws(DatabaseError) {
        let answer = try read()
        if isInside { try release(savepoint: savepoint) }
        return answer
      } catch {
        if isInside { try? rollback(toSavepoint: savepoint) }
        guard error.sqlState == "XX000", attempts < 10 else { throw error }
        attempts += 1
      }
    }
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
