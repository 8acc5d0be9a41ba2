internal import ORDA

/// Reads what the server tells of its tables, by `information_schema`.
struct MariaDBSchema {
  let dialect: Dialect
  /// Runs a query and gives its rows.
  let query: (_ sql: String, _ values: [Value]) throws(DatabaseError) -> [[Value]]

  /// The tables and views of a schema, by name; those of the current one for nil.
  func names(in schema: String?) throws(DatabaseError) -> [TableName] {
    let rows = try query(
      """
      SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_TYPE <> 'SEQUENCE'
      """, [schema.map { .text($0) } ?? .null])
    return rows.map { TableName(schema: $0[0].name, name: $0[1].name) }.sorted { $0.name < $1.name }
  }

  /// All that is told of a table or view; nil if there is none of that name.
  func description(of table: TableName) throws(DatabaseError) -> TableDescription? {
    let found = try query(
      """
      SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ENGINE FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?
      """, [table.schema.map { .text($0) } ?? .null, .text(table.name)])
    guard let row = found.first else { return nil }
    let name = TableName(schema: row[0].name, name: row[1].name)
    let kind = Self.kind(row[2].name, schema: row[0].name)
    let place: [Value] = [.text(row[0].name), .text(row[1].name)]

    var columns = try columns(place)
    let indexes = kind == .table ? try indexes(of: name, columns) : []
    let primaryKey = indexes.first { $0.isPrimaryKey }?.columnNames ?? []
    for index in columns.indices {
      columns[index].primaryKeyPosition = primaryKey.firstIndex(of: columns[index].name).map { $0 + 1 }
    }
    var attributes: TableDescription.Attributes = kind == .table ? [.strict] : []
    if row[3].name == "InnoDB", columns.contains(where: \.isAutoIncrement) { attributes.insert(.neverReusesKeys) }
    return TableDescription(
      name: name, kind: kind, attributes: attributes, columns: columns, primaryKey: primaryKey,
      foreignKeys: kind == .table ? try foreignKeys(place) : [], indexes: indexes,
      checkConstraints: kind == .table ? try checks(place) : [],
      triggers: kind == .table ? try triggers(place) : [],
      sql: kind == .system ? nil : try text(of: name, isView: kind == .view))
  }

  private static func kind(_ type: String, schema: String) -> TableDescription.Kind {
    switch type {
    case "VIEW": schema == "sys" ? .system : .view
    case "SYSTEM VIEW": .system
    case "SEQUENCE": .virtual
    default: schema == "mysql" || schema == "performance_schema" ? .system : .table
    }
  }

  private func text(of name: TableName, isView: Bool) throws(DatabaseError) -> String? {
    let rows = try query("SHOW CREATE \(isView ? "VIEW" : "TABLE") \(quoted(name))", [])
    return rows.first.flatMap { $0.count > 1 ? $0[1].name : nil }
  }

  func quoted(_ name: TableName) -> String {
    let table = dialect.quoted(identifier: name.name)
    return name.schema.map { "\(dialect.quoted(identifier: $0)).\(table)" } ?? table
  }

  // MARK: Checks and triggers

  private func triggers(_ place: [Value]) throws(DatabaseError) -> [String] {
    let rows = try query(
      """
      SELECT TRIGGER_NAME FROM information_schema.TRIGGERS
      WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?
      """, place)
    return rows.map { $0[0].name }.sorted()
  }

  private func checks(_ place: [Value]) throws(DatabaseError) -> [CheckConstraint] {
    let rows = try query(
      """
      SELECT CONSTRAINT_NAME, LEVEL, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
      WHERE CONSTRAINT_SCHEMA = ? AND TABLE_NAME = ?
      """, place)
    return rows.map { row in
      // A column's own check bears the column's name, and none of its own.
      let isColumns = row[1].name == "Column"
      return CheckConstraint(
        name: isColumns ? nil : row[0].name, expression: row[2].name, column: isColumns ? row[0].name : nil)
    }
  }
}

extension Value {
  /// A name or another text of a schema table; empty for NULL.
  var name: String {
    switch self {
    case .text(let text), .json(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .int(let number): String(number)
    default: ""
    }
  }
}
