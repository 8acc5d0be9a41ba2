internal import ORDA

/// Values in chunks: read as parts that the server cuts out, written as a large object that becomes the value.
extension PostgreSQLConnection: ValueChunkingConnection {
  func valueReader(at place: ValuePlace, chunkSize: Int) throws(DatabaseError) -> (any DriverValueReader)? {
    let content: String
    let (table, column, _) = place.text(dialect)
    switch try kind(ofValueAt: place) {
    case .bytes: content = column
    // In a text the server would count characters.
    case .text, .json, .jsonb: content = "pg_catalog.convert_to(\(column)::text, 'UTF8')"
    default: return nil
    }
    let sql = """
      SELECT pg_catalog.octet_length(\(content)), pg_catalog.substring(\(content), $1, $2) FROM \(table)
      WHERE \(place.condition(dialect, after: 2)) LIMIT 2
      """
    return try PostgreSQLValueReader(try statement(sql, .select), place, chunkSize: chunkSize)
  }

  func valueWriter(at place: ValuePlace, count: Int?) throws(DatabaseError) -> (any DriverValueWriter)? {
    let isText: Bool
    switch try kind(ofValueAt: place) {
    case .bytes: isText = false
    case .text: isText = true
    default: return nil
    }
    if let count { try PostgreSQLValueWriter.check(count) }
    return PostgreSQLValueWriter(self, place, isText: isText)
  }

  /// The kind of the column, from the server's description.
  private func kind(ofValueAt place: ValuePlace) throws(DatabaseError) -> ColumnKind? {
    let (table, column, _) = place.text(dialect)
    let statement = try statement("SELECT \(column) FROM \(table)", .select)
    defer { statement.close() }
    return statement.kinds.first
  }

  /// A statement of the driver's own.
  func statement(_ sql: String, _ keyword: StatementKeyword) throws(DatabaseError) -> PostgreSQLStatement {
    try PostgreSQLStatement(PrepareRequest(sql: sql, keyword: keyword, isPersistent: false), on: self)
  }
}

extension ValuePlace {
  /// The condition for its row: `"id" = $3`, with the numbers that follow those of other parameters.
  func condition(_ dialect: Dialect, after count: Int) -> String {
    key.enumerated().map { "\(dialect.quoted(identifier: $1.column)) = $\($0 + count + 1)" }.joined(separator: " AND ")
  }
}
