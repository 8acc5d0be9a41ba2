internal import ORDA

/// One table of a schema, or all.
struct MariaDBSelection {
  let schema: String
  /// Nil for all.
  var table: String?

  var values: [Value] { [.text(schema)] + (table.map { [.text($0)] } ?? []) }

  /// The condition on a table of `information_schema`, by the names of its two columns. The server finds one table
  /// without opening the others if both are compared with one value.
  func condition(_ schema: String = "TABLE_SCHEMA", _ name: String = "TABLE_NAME") -> String {
    "\(schema) = ?" + (table == nil ? "" : " AND \(name) = ?")
  }
}

/// What the server says about tables, by their names.
struct MariaDBTableFacts {
  var columns: [SQLName: [ColumnDescription]] = [:]
  /// The parts of indexes: the index's name, whether it is not unique, the column, and A or D.
  var indexes: [SQLName: [[Value]]] = [:]
  var foreignKeys: [SQLName: [ForeignKey]] = [:]
  var checks: [SQLName: [CheckConstraint]] = [:]
  var triggers: [SQLName: [String]] = [:]
}

extension MariaDBSchema {
  /// Asks about a table, or about all.
  ///
  /// - Parameter kind: Its kind; for anything but a table only the columns are asked for.
  func facts(
    of selection: MariaDBSelection, kind: TableDescription.Kind = .table
  ) throws(DatabaseError) -> MariaDBTableFacts {
    guard kind == .table else { return MariaDBTableFacts(columns: try columns(selection)) }
    var facts = try columnsAndIndexes(of: selection)
    facts.foreignKeys = try foreignKeys(selection)
    facts.checks = try checks(selection)
    facts.triggers = try grouped(
      """
      SELECT EVENT_OBJECT_TABLE, TRIGGER_NAME FROM information_schema.TRIGGERS
      WHERE \(selection.condition("EVENT_OBJECT_SCHEMA", "EVENT_OBJECT_TABLE"))
      """, selection
    ).mapValues { rows in rows.map { $0[0].name } }
    return facts
  }

  /// The same for columns and indexes alone.
  func columnsAndIndexes(of selection: MariaDBSelection) throws(DatabaseError) -> MariaDBTableFacts {
    MariaDBTableFacts(
      columns: try columns(selection),
      indexes: try grouped(
        """
        SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE, COLUMN_NAME, COLLATION FROM information_schema.STATISTICS
        WHERE \(selection.condition())
        """, selection))
  }

  /// The rows of a question by the name of the table, which comes first in them.
  private func grouped(
    _ sql: String, _ selection: MariaDBSelection
  ) throws(DatabaseError) -> [SQLName: [[Value]]] {
    var tables: [SQLName: [[Value]]] = [:]
    for row in try query(sql, selection.values) {
      tables[SQLName(row[0].name), default: []].append(Array(row.dropFirst()))
    }
    return tables
  }

  // MARK: Columns and indexes

  private func columns(_ selection: MariaDBSelection) throws(DatabaseError) -> [SQLName: [ColumnDescription]] {
    try grouped(
      """
      SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLLATION_NAME, COLUMN_COMMENT,
        GENERATION_EXPRESSION
      FROM information_schema.COLUMNS WHERE \(selection.condition()) ORDER BY TABLE_NAME, ORDINAL_POSITION
      """, selection
    ).mapValues { rows in
      rows.map { row in
        let extra = row[4].name.uppercased()
        return ColumnDescription(
          name: row[0].name, declaredType: row[1].name, isNullable: row[2].name == "YES",
          // The default NULL is reported as a word, and a missing default as NULL.
          defaultValue: row[3].isNull || row[3].name == "NULL" ? nil : row[3].name,
          generated: Self.generation(extra, expression: row[7]), collation: row[5].isNull ? nil : row[5].name,
          isAutoIncrement: extra.contains("AUTO_INCREMENT"), isHidden: extra.contains("INVISIBLE"),
          comment: row[6].name.isEmpty ? nil : row[6].name)
      }
    }
  }

  private static func generation(_ extra: String, expression: Value) -> ColumnDescription.Generation {
    let text = expression.isNull ? nil : expression.name
    if extra.contains("STORED GENERATED") || extra.contains("PERSISTENT") { return .stored(expression: text) }
    if extra.contains("VIRTUAL") { return .virtual(expression: text) }
    return .none
  }

  /// The indexes in the server's order: the primary key, unique ones, then the others.
  static func indexes(_ parts: [[Value]], _ columns: [ColumnDescription]) -> [IndexDescription] {
    var indexes: [IndexDescription] = []
    for part in parts {
      if indexes.last?.name.hasSameBytes(as: part[0].name) != true {
        indexes.append(
          IndexDescription(
            name: part[0].name, columns: [], isUnique: part[1].name == "0", isPrimaryKey: part[0].name == "PRIMARY"))
      }
      let column = part[2].name
      indexes[indexes.count - 1].columns.append(
        IndexDescription.Part(
          .column(column), isDescending: part[3].name == "D",
          collation: columns.first { $0.name.hasSameBytes(as: column) }?.collation))
    }
    return indexes
  }

  // MARK: Constraints

  private func foreignKeys(_ selection: MariaDBSelection) throws(DatabaseError) -> [SQLName: [ForeignKey]] {
    let parts = try grouped(
      """
      SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
        REFERENCED_COLUMN_NAME
      FROM information_schema.KEY_COLUMN_USAGE WHERE \(selection.condition()) AND REFERENCED_TABLE_NAME IS NOT NULL
      ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION
      """, selection)
    if parts.isEmpty { return [:] }
    // If the server joined them, it would compare all keys of a schema with all.
    let rules = try grouped(
      """
      SELECT TABLE_NAME, CONSTRAINT_NAME, UPDATE_RULE, DELETE_RULE FROM information_schema.REFERENTIAL_CONSTRAINTS
      WHERE \(selection.condition("CONSTRAINT_SCHEMA"))
      """, selection)
    var keys: [SQLName: [ForeignKey]] = [:]
    for (table, rows) in parts {
      let rules = Dictionary(
        (rules[table] ?? []).map { (SQLName($0[0].name), $0) }, uniquingKeysWith: { first, _ in first })
      keys[table] = Self.foreignKeys(rows, rules)
    }
    return keys
  }

  private static func foreignKeys(_ parts: [[Value]], _ rules: [SQLName: [Value]]) -> [ForeignKey] {
    var keys: [ForeignKey] = []
    for row in parts {
      if keys.last?.name?.hasSameBytes(as: row[0].name) != true {
        let rule = rules[SQLName(row[0].name)]
        keys.append(
          ForeignKey(
            name: row[0].name, columns: [], referencedTable: TableName(schema: row[2].name, name: row[3].name),
            referencedColumns: [], onUpdate: action(rule?[1]), onDelete: action(rule?[2])))
      }
      keys[keys.count - 1].columns.append(row[1].name)
      keys[keys.count - 1].referencedColumns.append(row[4].name)
    }
    return keys
  }

  private static func action(_ word: Value?) -> ForeignKey.Action {
    word.flatMap { ForeignKey.Action(rawValue: $0.name) } ?? .restrict
  }

  private func checks(_ selection: MariaDBSelection) throws(DatabaseError) -> [SQLName: [CheckConstraint]] {
    try grouped(
      """
      SELECT TABLE_NAME, CONSTRAINT_NAME, LEVEL, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
      WHERE \(selection.condition("CONSTRAINT_SCHEMA"))
      """, selection
    ).mapValues { rows in
      rows.map { row in
        // A column's own check has the column's name, and none of its own.
        let isColumns = row[1].name == "Column"
        return CheckConstraint(
          name: isColumns ? nil : row[0].name, expression: row[2].name, column: isColumns ? row[0].name : nil)
      }
    }
  }
}
