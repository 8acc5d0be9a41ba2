internal import ORDA

extension PostgreSQLConnection {
  /// The identity or serial column of a table, of which this account may see the values.
  ///
  /// - Parameter table: The table, as SQL writes it.
  func keyColumn(of table: String) throws(DatabaseError) -> KeyColumn? {
    if let known = keyColumns[table] { return known }
    let rows = try texts(
      """
      SELECT a.attname, pg_catalog.quote_ident(a.attname) FROM pg_catalog.pg_attribute a
      LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = pg_catalog.to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
        AND a.atttypid IN (20, 21, 23) AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
        AND (a.attidentity <> '' OR pg_catalog.pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%')
      ORDER BY a.attidentity = '', a.attnum LIMIT 1
      """, [table])
    var column: KeyColumn?
    if let row = rows.first, row.count == 2, let name = row[0], let quoted = row[1] {
      column = KeyColumn(name: name, quoted: quoted)
    }
    if keyColumns.count >= 1000 { keyColumns = [:] }
    keyColumns[table] = .some(column)
    return column
  }
}
