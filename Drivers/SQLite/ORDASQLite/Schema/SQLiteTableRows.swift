internal import ORDA

/// What SQLite returns about one table, as uninterpreted rows.
struct SQLiteTableRows {
  /// The text of its CREATE statement.
  var text: String?
  /// Name, type, NOT NULL, default, place in the key, and how hidden, in the columns' order.
  var columns: [[Value]] = []
  /// Name, unique, origin, partial, and for each part the column's number and name, DESC, and collation; the oldest
  /// index first.
  var indexes: [[Value]] = []
  /// The texts of the indexes that statements made.
  var indexTexts: [SQLName: String] = [:]
  /// Number, table, column, referenced column, and the actions on update and delete, in the order of the declaration.
  var foreignKeys: [[Value]] = []
  var triggers: [String] = []
}

extension SQLiteSchema {
  /// Which tables are asked about. The questions are the same for one and for all.
  enum Selection {
    case one(TableName)
    /// All ordinary tables of a schema. A single broken view or virtual table would make the query fail for the others.
    case tables(schema: String)

    var schema: String {
      switch self {
      case .one(let table): table.schema ?? "main"
      case .tables(let schema): schema
      }
    }

    /// The tables' names and their order, as a source for FROM; ?2 is the name of the single one.
    fileprivate var source: String {
      switch self {
      case .one: "(SELECT ?2 AS name, 1 AS place WHERE ?1 IS NOT NULL)"
      case .tables(let schema):
        "(SELECT name, rowid AS place FROM \(SQLiteName.quoted(schema)).sqlite_schema "
          + "WHERE type = 'table' AND rootpage <> 0)"
      }
    }

    fileprivate var parameters: [Value] {
      switch self {
      case .one(let table): [.text(schema), .text(table.name)]
      case .tables: [.text(schema)]
      }
    }
  }

  /// The rows of the tables, by their names in capitals.
  func rows(of selection: Selection) throws(DatabaseError) -> [SQLName: SQLiteTableRows] {
    var tables = try texts(of: selection)
    let source = selection.source
    func collect(_ sql: String, _ path: WritableKeyPath<SQLiteTableRows, [[Value]]>) throws(DatabaseError) {
      for row in try query(sql, selection.parameters) {
        guard let name = row.text(0) else { continue }
        tables[SQLiteName.key(name), default: SQLiteTableRows()][keyPath: path].append(
          Array(row.dropFirst()))
      }
    }
    try collect(Self.columnsQuestion(source), \.columns)
    try collect(
      """
      SELECT t.name, l.name, l."unique", l.origin, l.partial, x.cid, x.name, x."desc", x.coll
      FROM \(source) AS t, pragma_index_list(t.name, ?1) AS l, pragma_index_xinfo(l.name, ?1) AS x
      WHERE x."key" = 1 ORDER BY t.place, l.seq DESC, x.seqno
      """, \.indexes)
    // SQLite numbers them from the last to the first.
    try collect(
      """
      SELECT t.name, f.id, f."table", f."from", f."to", f.on_update, f.on_delete
      FROM \(source) AS t, pragma_foreign_key_list(t.name, ?1) AS f ORDER BY t.place, f.id DESC, f.seq
      """, \.foreignKeys)
    return tables
  }

  /// The rows for the columns of a table or a view alone.
  func columns(of table: TableName) throws(DatabaseError) -> [[Value]] {
    let selection = Selection.one(table)
    return try query(Self.columnsQuestion(selection.source), selection.parameters).map { Array($0.dropFirst()) }
  }

  private static func columnsQuestion(_ source: String) -> String {
    """
    SELECT t.name, x.name, x.type, x."notnull", x.dflt_value, x.pk, x.hidden
    FROM \(source) AS t, pragma_table_xinfo(t.name, ?1) AS x ORDER BY t.place, x.cid
    """
  }

  /// What the schema table has: the texts of tables and indexes, and the names of triggers.
  private func texts(of selection: Selection) throws(DatabaseError) -> [SQLName: SQLiteTableRows] {
    var sql = "SELECT type, name, tbl_name, sql FROM \(SQLiteName.quoted(selection.schema)).sqlite_schema"
    var parameters: [Value] = []
    if case .one(let table) = selection {
      sql += " WHERE tbl_name = ? COLLATE NOCASE"
      parameters = [.text(table.name)]
    }
    var tables: [SQLName: SQLiteTableRows] = [:]
    for row in try query(sql + " ORDER BY name", parameters) {
      guard let name = row.text(1), let table = row.text(2).map(SQLiteName.key) else { continue }
      switch row.text(0) {
      case "table", "view": tables[table, default: SQLiteTableRows()].text = row.text(3)
      case "index": tables[table, default: SQLiteTableRows()].indexTexts[SQLName(name)] = row.text(3)
      case "trigger": tables[table, default: SQLiteTableRows()].triggers.append(name)
      default: break
      }
    }
    return tables
  }
}
