internal import ORDA

/// Reads what the server says about its tables, from `information_schema`.
///
/// The questions are the same for one table and for all of a schema.
struct MariaDBSchema {
  let dialect: Dialect
  /// Runs a query and returns its rows.
  let query: (_ sql: String, _ values: [Value]) throws(DatabaseError) -> [[Value]]

  /// The tables and views of a schema, by name; nil for the current schema.
  func names(in schema: String?) throws(DatabaseError) -> [TableName] {
    let rows = try query(
      """
      SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_TYPE <> 'SEQUENCE'
      """, [schema.map { .text($0) } ?? .null])
    return rows.map { TableName(schema: $0[0].name, name: $0[1].name) }.sorted { $0.name < $1.name }
  }

  /// The description of a table or view; nil if there is none of that name.
  func description(of table: TableName) throws(DatabaseError) -> TableDescription? {
    guard let entry = try entries(in: table.schema, table.name).first else { return nil }
    let facts = try facts(of: MariaDBSelection(schema: entry.schema, table: entry.table), kind: entry.kind)
    let sql = entry.kind == .system ? nil : try text(of: entry.name, isView: entry.kind == .view)
    return description(of: entry, facts, sql: sql)
  }

  func description(of entry: MariaDBTableEntry, _ facts: MariaDBTableFacts, sql: String?) -> TableDescription {
    var columns = facts.columns[SQLName(entry.table)] ?? []
    let indexes = Self.indexes(facts.indexes[SQLName(entry.table)] ?? [], columns)
    let primaryKey = indexes.first { $0.isPrimaryKey }?.columnNames ?? []
    for index in columns.indices {
      columns[index].primaryKeyPosition = primaryKey.firstIndex { $0.hasSameBytes(as: columns[index].name) }.map {
        $0 + 1
      }
    }
    var attributes: TableDescription.Attributes = entry.kind == .table ? [.strict] : []
    if entry.engine == "InnoDB", columns.contains(where: \.isAutoIncrement) { attributes.insert(.neverReusesKeys) }
    return TableDescription(
      name: entry.name, kind: entry.kind, attributes: attributes, columns: columns, primaryKey: primaryKey,
      foreignKeys: facts.foreignKeys[SQLName(entry.table)] ?? [], indexes: indexes,
      checkConstraints: facts.checks[SQLName(entry.table)] ?? [],
      triggers: (facts.triggers[SQLName(entry.table)] ?? []).sorted(),
      sql: sql)
  }

  /// What the server lists for one table, or for all; without a schema, for the current one.
  func entries(in schema: String?, _ table: String? = nil) throws(DatabaseError) -> [MariaDBTableEntry] {
    var sql = """
      SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ENGINE FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = COALESCE(?, DATABASE())
      """
    var values: [Value] = [schema.map { .text($0) } ?? .null]
    if let table {
      sql += " AND TABLE_NAME = ?"
      values.append(.text(table))
    }
    return try query(sql, values).map(MariaDBTableEntry.init(row:))
  }

  /// The text that creates a table or view.
  func text(of name: TableName, isView: Bool) throws(DatabaseError) -> String? {
    let rows = try query("SHOW CREATE \(isView ? "VIEW" : "TABLE") \(quoted(name))", [])
    return rows.first.flatMap { $0.count > 1 ? $0[1].name : nil }
  }

  private func quoted(_ name: TableName) -> String {
    let table = dialect.quoted(identifier: name.name)
    return name.schema.map { "\(dialect.quoted(identifier: $0)).\(table)" } ?? table
  }
}

/// A line of the server's list of tables.
struct MariaDBTableEntry {
  let schema: String
  let table: String
  let kind: TableDescription.Kind
  let engine: String

  var name: TableName { TableName(schema: schema, name: table) }

  /// A line as it was read: schema, name, type and engine.
  init(row: [Value]) {
    schema = row[0].name
    table = row[1].name
    engine = row[3].name
    kind =
      switch row[2].name {
      case "VIEW": schema == "sys" ? .system : .view
      case "SYSTEM VIEW": .system
      case "SEQUENCE": .virtual
      default: schema == "mysql" || schema == "performance_schema" ? .system : .table
      }
  }
}

extension Value {
  /// A name or another string of a schema table; empty for NULL.
  var name: String {
    switch self {
    case .text(let text), .json(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .int(let number): String(number)
    default: ""
    }
  }
}
