internal import ORDA

/// The columns whose generated key an INSERT returns.
extension PostgreSQLConnection {
  /// The identity or serial column of a table whose value an INSERT may return, or nil.
  ///
  /// RETURNING makes a legal INSERT fail if the account may not read the column, if row-level security hides the new row, or if a
  /// rule replaces the INSERT. This function returns nil for these tables.
  ///
  /// - Parameter table: The table, as SQL writes it.
  func keyColumn(of table: String) throws(DatabaseError) -> KeyColumn? {
    if let known = keyColumns[table] { return known }
    let column = try keyColumn("pg_catalog.to_regclass($1)", table)
    if keyColumns.count >= 1000 { keyColumns = [:] }
    keyColumns[table] = .some(column)
    return column
  }

  /// Whether the server makes the values of a column that an INSERT has returned.
  func makesKeys(_ place: ColumnPlace) throws(DatabaseError) -> Bool {
    try keyColumn("$1::oid", "\(place.table)")?.place == place
  }

  private func keyColumn(_ table: String, _ value: String) throws(DatabaseError) -> KeyColumn? {
    let rows = try texts(
      """
      SELECT a.attname, pg_catalog.quote_ident(a.attname), c.relkind = 'p', c.oid, a.attnum
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
      LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE c.oid = \(table) AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
        AND a.atttypid IN (20, 21, 23) AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
        AND (a.attidentity <> '' OR pg_catalog.pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%')
        AND NOT pg_catalog.row_security_active(c.oid)
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type = '3' AND r.is_instead)
      ORDER BY a.attidentity = '', a.attnum LIMIT 1
      """, [value])
    guard let row = rows.first, row.count == 5, let name = row[0], let quoted = row[1],
      let table = row[3].flatMap({ UInt32($0) }), let number = row[4].flatMap({ Int32($0) })
    else { return nil }
    return KeyColumn(
      name: name, quoted: quoted, isPartitioned: row[2] == "t", place: ColumnPlace(table: table, column: number))
  }

  /// Discards the known columns, after a change of tables, privileges, roles or the search path.
  func forgetKeyColumns() {
    keyColumns = [:]
    keyEpoch &+= 1
  }

  /// Notes that an INSERT failed because of its RETURNING.
  func noteRefusedKey(of table: String, _ error: DatabaseError) {
    forgetKeyColumns()
    // The column may have a new name.
    if error.kind != .noSuchColumn { keyColumns[table] = .some(nil) }
  }
}

extension DatabaseError {
  /// Whether the RETURNING that the driver adds to an INSERT may cause this error.
  var mayComeFromReturning: Bool { kind == .noSuchColumn || kind == .permission || sqlState == "0A000" }
}
