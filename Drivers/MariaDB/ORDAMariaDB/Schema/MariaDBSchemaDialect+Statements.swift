internal import ORDA

extension MariaDBSchemaDialect {
  /// A name without a schema would take the table into the current one.
  func renaming(_ table: TableName, to name: String) -> SQL {
    "RENAME TABLE \(table.sql) TO \(TableName(schema: table.schema, name: name).sql)"
  }

  /// ON DUPLICATE KEY takes a row that has any of the unique keys. So the first thing that is set is a column of the key, to what
  /// it holds, and only if the whole key is the same: otherwise a subquery of two rows has the statement fail.
  ///
  /// Of a row that stays as it is the server can't be made to tell that it was there.
  func upsert(_ upsert: Upsert) -> SQL? {
    guard !upsert.updating.isEmpty, let first = upsert.key.first else { return nil }
    let isSame = upsert.key.map { "\(identifier: $0) = VALUES(\(identifier: $0))" as SQL }.joined(separator: " AND ")
    let name: SQL = "\(identifier: first)"
    let value: SQL = upsert.updating.contains(first) ? "VALUES(\(name))" : name
    let guarded: SQL = "\(name) = IF((\(isSame)) OR (SELECT 1 UNION ALL SELECT 1), \(value), \(value))"
    let others = upsert.updating.filter { $0 != first }.map { "\(identifier: $0) = VALUES(\(identifier: $0))" as SQL }
    return "\(upsert.insertion) ON DUPLICATE KEY UPDATE \(([guarded] + others).joined(separator: ", "))"
  }
}
