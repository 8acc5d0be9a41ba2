internal import ORDA

extension LoggedTable {
  private static let sql = """
    SELECT c.COLUMN_NAME, c.DATA_TYPE, c.COLUMN_TYPE, c.CHARACTER_SET_NAME, l.ID, c.DATETIME_PRECISION, c.EXTRA,
      @@sql_mode LIKE '%PAD_CHAR_TO_FULL_LENGTH%'
    FROM information_schema.COLUMNS AS c
    LEFT JOIN information_schema.COLLATIONS AS l ON l.COLLATION_NAME = c.COLLATION_NAME
    WHERE c.TABLE_SCHEMA = ? AND c.TABLE_NAME = ? ORDER BY c.ORDINAL_POSITION
    """

  /// Asks the server, by two statements.
  ///
  /// - Throws: `noSuchTable` if there is none that the user may read, and what asking throws.
  static func read(
    schema: String, table: String, on connection: MariaDBConnection
  ) throws(DatabaseError) -> LoggedTable {
    let rows = try connection.rows(of: sql, [.text(schema), .text(table)])
    var columns: [Column] = []
    for row in rows where row.count == 8 {
      let type = row[1].name.lowercased()
      let declared = row[2].name
      let isChoice = type == "enum" || type == "set"
      let extra = row[6].name.uppercased()
      columns.append(
        Column(
          name: row[0].name, kind: .bytes, type: type, charset: row[3].isNull ? nil : row[3].name,
          collation: UInt32(row[4].name), fraction: Int(row[5].name) ?? 0,
          labels: isChoice ? labels(of: declared) : [],
          isVirtual: extra.contains("VIRTUAL")))
    }
    guard !columns.isEmpty else {
      throw DatabaseError(.noSuchTable, "there is no table \(schema).\(table)", table: table)
    }
    let kinds = try kinds(of: columns.map(\.name), schema: schema, table: table, on: connection)
    guard kinds.count == columns.count else {
      throw DatabaseError(.protocolViolation, "the server describes \(schema).\(table) in two ways", table: table)
    }
    for index in columns.indices { columns[index].kind = kinds[index] }
    return LoggedTable(
      columns: columns, readsZeroDatesAsNull: connection.settings.readsZeroDatesAsNull,
      padsChars: rows.first?.last == .int(1),
      serverVersion: ServerVersion(of: connection.handle))
  }

  /// What the driver itself reads them as: the server prepares a SELECT, and never runs it.
  private static func kinds(
    of names: [String], schema: String, table: String, on connection: MariaDBConnection
  ) throws(DatabaseError) -> [ColumnKind] {
    let dialect = connection.dialect
    let list = names.map { dialect.quoted(identifier: $0) }.joined(separator: ", ")
    let place = "\(dialect.quoted(identifier: schema)).\(dialect.quoted(identifier: table))"
    let statement = try MariaDBStatement("SELECT \(list) FROM \(place)", keyword: .select, connection: connection)
    defer { statement.close() }
    return statement.kinds
  }

  /// The words in `enum('a','it''s')`; nil for one that the server may have written differently.
  static func labels(of type: String) -> [String?] {
    var labels: [String?] = []
    var rest = type.unicodeScalars.drop { $0 != "'" }
    while rest.popFirst() == "'" {
      var label = String.UnicodeScalarView()
      var isPlain = true
      while let scalar = rest.popFirst() {
        if scalar == "'" {
          guard rest.first == "'" else { break }
          rest.removeFirst()
        }
        // How it writes special characters depends on the version and the modes; and a word may have some that utf8mb3
        // lacks.
        if scalar == "\\" || scalar == "?" { isPlain = false }
        label.append(scalar)
      }
      labels.append(isPlain ? String(label) : nil)
      rest = rest.drop { $0 != "'" && $0 != ")" }
    }
    return labels
  }
}
