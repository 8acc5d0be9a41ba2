internal import ORDA

/// Asks a SQLite connection which tables it has and how they are made.
///
/// Each answer takes several statements. They agree with each other only inside one read transaction, which the caller
/// holds if another connection may change the schema meanwhile.
struct SQLiteSchema {
  /// Runs one statement with its parameters and returns all its rows.
  typealias Query = (_ sql: String, _ parameters: [Value]) throws(DatabaseError) -> [[Value]]

  /// Runs the statements.
  let query: Query

  /// A reader of the schema of the connection on which the closure runs statements.
  init(query: @escaping Query) {
    self.query = query
  }

  /// The names of the connection's schemas: `main` first, then the attached ones in order, `temp` last.
  func schemas() throws(DatabaseError) -> [String] {
    let sql = "SELECT name FROM pragma_database_list ORDER BY name = 'temp', seq"
    return try query(sql, []).compactMap { $0.text(0) }
  }

  /// The tables of a schema, including virtual ones, in the order of their names; none for a schema that does not
  /// exist.
  ///
  /// SQLite's own tables and the shadow tables of virtual ones are omitted.
  func tables(in schema: String = "main") throws(DatabaseError) -> [TableName] {
    try names(of: [.table, .virtual], in: schema)
  }

  /// The views of a schema, in the order of their names; none for a schema that does not exist.
  func views(in schema: String = "main") throws(DatabaseError) -> [TableName] {
    try names(of: [.view], in: schema)
  }

  /// Everything of certain kinds in a schema, in the order of the names.
  func names(of kinds: Set<TableDescription.Kind>, in schema: String) throws(DatabaseError) -> [TableName] {
    try entries(in: schema).filter { kinds.contains($0.kind) }.map(\.name)
  }

  /// What SQLite lists for a schema, in the order of the names.
  func entries(in schema: String) throws(DatabaseError) -> [SQLiteTableEntry] {
    let sql = """
      SELECT schema, name, type, wr, strict FROM pragma_table_list WHERE schema = ? COLLATE NOCASE ORDER BY name
      """
    return try query(sql, [.text(schema)]).compactMap(SQLiteTableEntry.init(row:))
  }

  /// The table or view that a name means, or nil if there is none.
  ///
  /// Without a schema, the name is looked up as in a statement: in `temp`, in `main`, then in the attached ones.
  func resolve(_ name: String, in schema: String? = nil) throws(DatabaseError) -> TableName? {
    try entry(name, in: schema)?.name
  }

  /// What SQLite lists for a name.
  func entry(_ name: String, in schema: String?) throws(DatabaseError) -> SQLiteTableEntry? {
    let sql = """
      SELECT l.schema, l.name, l.type, l.wr, l.strict
      FROM pragma_table_list(?1) AS l JOIN pragma_database_list AS d ON d.name = l.schema
      WHERE ?2 IS NULL OR l.schema = ?2 COLLATE NOCASE
      ORDER BY l.schema <> 'temp', d.seq LIMIT 1
      """
    let name = Self.listedName(name, in: schema)
    let rows = try query(sql, [.text(name), schema.map(Value.text) ?? .null])
    return rows.first.flatMap(SQLiteTableEntry.init(row:))
  }

  /// The name that SQLite lists a table by: it lists the schema tables by newer names, but does not look these up.
  private static func listedName(_ name: String, in schema: String?) -> String {
    let isTemp = schema.map { SQLiteName.equal($0, "temp") } ?? false
    let isSchema = SQLiteName.equal(name, "sqlite_master") || SQLiteName.equal(name, "sqlite_schema")
    if SQLiteName.equal(name, "sqlite_temp_schema") || (isSchema && isTemp) { return "sqlite_temp_master" }
    return isSchema ? "sqlite_master" : name
  }
}

/// A line of SQLite's list of tables.
struct SQLiteTableEntry {
  let name: TableName
  let kind: TableDescription.Kind
  let attributes: TableDescription.Attributes

  /// A line as it was read: schema, name, type, and whether it is WITHOUT ROWID and STRICT.
  init?(row: [Value]) {
    guard let schema = row.text(0), let name = row.text(1) else { return nil }
    self.name = TableName(schema: schema, name: name)
    switch row.text(2) {
    case "view": kind = .view
    case "virtual": kind = .virtual
    case "shadow": kind = .system
    default: kind = SQLiteName.equal(String(name.prefix(7)), "sqlite_") ? .system : .table
    }
    var attributes: TableDescription.Attributes = []
    if row.int(3) == 1 { attributes.insert(.withoutRowID) }
    if row.int(4) == 1 { attributes.insert(.strict) }
    if schema == "temp" { attributes.insert(.temporary) }
    self.attributes = attributes
  }
}

extension [Value] {
  /// The text at an index, or nil for anything else.
  func text(_ index: Int) -> String? {
    guard indices.contains(index), case .text(let text) = self[index] else { return nil }
    return text
  }

  /// The integer at an index, or nil for anything else.
  func int(_ index: Int) -> Int64? {
    guard indices.contains(index), case .int(let int) = self[index] else { return nil }
    return int
  }
}
