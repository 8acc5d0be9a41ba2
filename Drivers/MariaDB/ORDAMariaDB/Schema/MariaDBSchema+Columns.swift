internal import ORDA

extension MariaDBSchema {
  func columns(_ place: [Value]) throws(DatabaseError) -> [ColumnDescription] {
    let rows = try query(
      """
      SELECT COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLLATION_NAME, COLUMN_COMMENT,
        GENERATION_EXPRESSION
      FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION
      """, place)
    return rows.map { row in
      let extra = row[4].name.uppercased()
      return ColumnDescription(
        name: row[0].name, declaredType: row[1].name, isNullable: row[2].name == "YES",
        // The default NULL is told as a word, and no default as NULL.
        defaultValue: row[3].isNull || row[3].name == "NULL" ? nil : row[3].name,
        generated: Self.generation(extra, expression: row[7]), collation: row[5].isNull ? nil : row[5].name,
        isAutoIncrement: extra.contains("AUTO_INCREMENT"), isHidden: extra.contains("INVISIBLE"),
        comment: row[6].name.isEmpty ? nil : row[6].name)
    }
  }

  private static func generation(_ extra: String, expression: Value) -> ColumnDescription.Generation {
    let text = expression.isNull ? nil : expression.name
    if extra.contains("STORED GENERATED") || extra.contains("PERSISTENT") { return .stored(expression: text) }
    if extra.contains("VIRTUAL") { return .virtual(expression: text) }
    return .none
  }

  func foreignKeys(_ place: [Value]) throws(DatabaseError) -> [ForeignKey] {
    let rows = try query(
      """
      SELECT k.CONSTRAINT_NAME, k.COLUMN_NAME, k.REFERENCED_TABLE_SCHEMA, k.REFERENCED_TABLE_NAME,
        k.REFERENCED_COLUMN_NAME, r.UPDATE_RULE, r.DELETE_RULE
      FROM information_schema.KEY_COLUMN_USAGE AS k
      JOIN information_schema.REFERENTIAL_CONSTRAINTS AS r
        ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME
        AND r.TABLE_NAME = k.TABLE_NAME
      WHERE k.TABLE_SCHEMA = ? AND k.TABLE_NAME = ? AND k.REFERENCED_TABLE_NAME IS NOT NULL
      ORDER BY k.CONSTRAINT_NAME, k.ORDINAL_POSITION
      """, place)
    var keys: [ForeignKey] = []
    for row in rows {
      if keys.last?.name != row[0].name {
        keys.append(
          ForeignKey(
            name: row[0].name, columns: [], referencedTable: TableName(schema: row[2].name, name: row[3].name),
            referencedColumns: [], onUpdate: ForeignKey.Action(rawValue: row[5].name) ?? .restrict,
            onDelete: ForeignKey.Action(rawValue: row[6].name) ?? .restrict))
      }
      keys[keys.count - 1].columns.append(row[1].name)
      keys[keys.count - 1].referencedColumns.append(row[4].name)
    }
    return keys
  }

  /// The indexes in the server's order: the primary key's, unique ones, then the others.
  func indexes(
    of name: TableName, _ columns: [ColumnDescription]
  ) throws(DatabaseError) -> [IndexDescription] {
    var indexes: [IndexDescription] = []
    // Key_name, Column_name and Collation are the columns 2, 4 and 5; Non_unique is 1.
    for row in try query("SHOW INDEX FROM \(quoted(name))", []) where row.count > 5 {
      if indexes.last?.name != row[2].name {
        let isPrimaryKey = row[2].name == "PRIMARY"
        indexes.append(
          IndexDescription(
            name: row[2].name, columns: [], isUnique: row[1].name == "0", isPrimaryKey: isPrimaryKey))
      }
      let column = row[4].name
      indexes[indexes.count - 1].columns.append(
        IndexDescription.Part(
          .column(column), isDescending: row[5].name == "D",
          collation: columns.first { $0.name == column }?.collation))
    }
    return indexes
  }
}
