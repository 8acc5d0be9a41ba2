internal import ORDA

/// How a table is rebuilt, in the steps of SQLite's own page on ALTER TABLE: another table is made beside it, filled,
/// and renamed; then its indexes and triggers are made again, which went with it.
extension SQLiteSchema {
  /// The statements that make changes to a table.
  func rebuild(
    _ table: TableDescription, by changes: [TableChange], in dialect: any SchemaDialect
  ) throws(DatabaseError) -> TableRebuild {
    let schema = table.name.schema ?? "main"
    let new = TableName(schema: schema, name: "orda_new_" + table.name.name)
    var edit = SQLiteTableEdit(table.sql ?? "", isStrict: table.attributes.contains(.strict))
    var droppedIndexes: Set<String> = []
    for change in changes {
      if case .dropUnique(let columns) = change {
        let indexes = Self.uniqueIndexes(of: columns, table)
        droppedIndexes.formUnion(indexes)
        if !indexes.isEmpty, !edit.declaresUnique(columns) { continue }
      }
      try edit.make(change, in: dialect)
    }
    try edit.rename(to: new)
    let rowid = Self.rowid(of: table, by: changes)
    let columns = SQL.joinedNames((rowid.map { [$0] } ?? []) + Self.copied(table, by: changes))
    var statements: [SQL] = [
      SQL(text: edit.sql),
      // A constraint's ON CONFLICT is meant for new rows: none of the existing ones may be lost.
      "INSERT OR ABORT INTO \(new.sql) (\(columns)) SELECT \(columns) FROM \(table.name.sql)",
    ]
    if table.attributes.contains(.neverReusesKeys) {
      let sequence = TableName(schema: schema, name: "sqlite_sequence").sql
      statements += [
        "DELETE FROM \(sequence) WHERE name = \(raw: SQLiteName.literal(new.name))",
        """
        INSERT INTO \(sequence) (name, seq)
        SELECT \(raw: SQLiteName.literal(new.name)), seq FROM \(sequence) WHERE name = \(raw: SQLiteName.literal(table.name.name))
        """,
      ]
    }
    statements += ["DROP TABLE \(table.name.sql)", "ALTER TABLE \(new.sql) RENAME TO \(identifier: table.name.name)"]
    statements += try dependents(of: table.name, without: droppedIndexes)
    // While the table is gone, views and triggers name a missing one. The setting ignores that.
    guard try query("PRAGMA legacy_alter_table", []).first?.int(0) != 1 else {
      return TableRebuild(statements: statements)
    }
    return TableRebuild(
      statements: ["PRAGMA legacy_alter_table = ON"] + statements, closing: ["PRAGMA legacy_alter_table = OFF"])
  }

  /// The indexes that make a combination of columns unique, except those of constraints.
  private static func uniqueIndexes(of columns: [String], _ table: TableDescription) -> [String] {
    let names = Set(columns.map(SQLiteName.folded))
    return table.indexes.filter { index in
      guard let constraint = UniqueConstraint(index: index), !index.name.hasPrefix("sqlite_autoindex_") else {
        return false
      }
      return Set(constraint.columns.map(SQLiteName.folded)) == names
    }.map(\.name)
  }

  /// The columns whose values are copied.
  private static func copied(_ table: TableDescription, by changes: [TableChange]) -> [String] {
    var names = table.columns.filter { $0.generated == .none }.map(\.name)
    for case .changeColumn(let column) in changes {
      names.removeAll { SQLiteName.equal($0, column.name) }
      // A column that is computed by now takes no values; one that was computed keeps its values.
      if column.generated == .none, let known = table.column(named: column.name) { names.append(known.name) }
    }
    return names
  }

  /// The name of the hidden key, which is kept too; nil if there is none, or a column has the name.
  private static func rowid(of table: TableDescription, by changes: [TableChange]) -> String? {
    if table.attributes.contains(.withoutRowID) || table.columns.contains(where: \.isAutoIncrement) { return nil }
    var names = Set(table.columns.map { SQLiteName.folded($0.name) })
    for case .addColumn(let column) in changes { names.insert(SQLiteName.folded(column.name)) }
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
  }

  /// What goes when a table is dropped: its indexes, except those of constraints, and its triggers, even temporary
  /// ones.
  private func dependents(of table: TableName, without indexes: Set<String>) throws(DatabaseError) -> [SQL] {
    let schema = table.schema ?? "main"
    var texts: [SQL] = []
    let own = try query(
      """
      SELECT name, sql FROM \(SQLiteName.quoted(schema)).sqlite_master
      WHERE type IN ('index', 'trigger') AND tbl_name = ? COLLATE NOCASE AND sql IS NOT NULL ORDER BY type, rowid
      """, [.text(table.name)])
    for row in own where !indexes.contains(row.text(0) ?? "") {
      texts += row.text(1).map { [placed($0, in: schema)] } ?? []
    }
    guard !SQLiteName.equal(schema, "temp") else { return texts }
    let temporary = try query(
      """
      SELECT sql FROM sqlite_temp_master WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY rowid
      """, [.text(table.name)])
    for row in temporary { texts += row.text(0).map { [placed($0, in: "temp")] } ?? [] }
    return texts
  }

  /// A CREATE statement with its schema before the name; SQLite stores it without.
  private func placed(_ sql: String, in schema: String) -> SQL {
    let text = SchemaText(sql)
    guard
      let word = text.index(of: "INDEX", from: 0) ?? text.index(of: "TRIGGER", from: 0),
      let name = text.token(word + 1),
      text.token(word + 2)?.isSymbol(".") != true
    else { return SQL(text: sql) }
    // A temporary one may belong to a table of the same name in another schema, and then still exists.
    let condition = schema == "temp" && text.token(word)?.isKeyword("TRIGGER") == true ? "IF NOT EXISTS " : ""
    let qualified = condition + SQLiteName.quoted(schema) + "." + SQLiteName.quoted(name.name)
    return SQL(text: text.replacing([(word + 1..<word + 2, qualified)]))
  }
}

extension SQL {
  fileprivate static func joinedNames(_ names: [String]) -> SQL {
    names.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
  }
}
