internal import ORDA

/// A table that columns of results come from.
struct TableOrigin {
  let schema: String
  let table: String
  /// The columns by their numbers.
  var columns: [Int32: OriginColumn] = [:]
}

/// A column of such a table.
struct OriginColumn {
  let name: String
  let type: String
  let isNullable: Bool
}

extension PostgreSQLConnection {
  /// What the server tells of the columns of a result.
  func described(_ columns: [ResultColumn]) throws(DatabaseError) -> [Column] {
    let unknown = Set(columns.map(\.table)).filter { $0 != 0 && origins[$0] == nil }
    // While rows are read nothing else can be asked.
    if !unknown.isEmpty, reading == nil, !isAborted { try learnOrigins(unknown) }
    return columns.map { column in
      guard let table = origins[column.table], let origin = table.columns[column.number] else {
        return Column(name: column.name, declaredType: types.name(of: column.type))
      }
      return Column(
        name: column.name, declaredType: origin.type, schema: table.schema, table: table.table, origin: origin.name,
        isNullable: origin.isNullable)
    }
  }

  private func learnOrigins(_ tables: Set<UInt32>) throws(DatabaseError) {
    let list = tables.sorted().map { String($0) }.joined(separator: ",")
    let rows = try texts(
      """
      SELECT c.oid, n.nspname, c.relname, a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
        a.attnotnull
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.oid = ANY($1::oid[])
      """, ["{\(list)}"])
    if origins.count > 1000 { origins = [:] }
    for row in rows where row.count == 7 {
      guard let table = row[0].flatMap({ UInt32($0) }), let number = row[3].flatMap({ Int32($0) }) else { continue }
      let column = OriginColumn(name: row[4] ?? "", type: row[5] ?? "", isNullable: row[6] != "t")
      origins[table, default: TableOrigin(schema: row[1] ?? "", table: row[2] ?? "")].columns[number] = column
    }
  }

  /// The name of the type of a column that a list is compared with.
  ///
  /// - Throws: `noSuchTable` or `noSuchColumn`.
  func typeName(of column: ColumnName) throws(DatabaseError) -> String {
    let quoted = PostgreSQLDialect.dialect.quoted(identifier:)
    let schema = column.table.schema.map { quoted($0) + "." } ?? ""
    let sql = """
      SELECT pg_catalog.format_type(pg_catalog.pg_typeof(
        (SELECT \(quoted(column.column)) FROM \(schema)\(quoted(column.table.name)) LIMIT 0)), NULL)
      """
    do throws(DatabaseError) {
      return try texts(sql).first?.first.flatMap { $0 } ?? "text"
    } catch {
      var error = error
      error.message += ", which \\(list:of:) names as \(column)"
      error.table = error.table ?? column.table.name
      throw error
    }
  }
}
