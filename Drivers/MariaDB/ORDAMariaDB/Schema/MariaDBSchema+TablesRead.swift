internal import ORDA

/// Which tables a query reads: found by the names in its text, and in the texts of the views and routines named there.
///
/// EXPLAIN does not tell: it has aliases instead of names, and omits what the optimizer needed only once, such as the
/// table of `SELECT MAX(id) FROM t`. So each name is looked up among the tables; if it is only an alias, or a column's
/// name, there may be one too many.
extension MariaDBSchema {
  /// - Parameter schema: The schema of names without one; nil for none.
  /// - Throws: `unsupported` if the account may not see the definition of a view or a routine.
  func tablesRead(by sql: String, in schema: String?) throws(DatabaseError) -> ChangeInterest {
    var found: Set<TableName> = []
    var seen: (tables: Set<TableName>, routines: Set<TableName>) = ([], [])
    var open = [(text: sql, schema: schema)]
    while let (text, schema) = open.popLast() {
      let names = try NamesInText(text, dialect: dialect)
      let tables = Self.qualified(names.tables, schema).subtracting(seen.tables)
      let routines = Self.qualified(names.routines, schema).subtracting(seen.routines)
      seen.tables.formUnion(tables)
      seen.routines.formUnion(routines)
      if seen.tables.count > Self.mostNames { return .everything }
      for row in try look(for: tables, Self.tablesQuestion) where row[2].name != "SYSTEM VIEW" {
        let name = TableName(schema: row[0].name, name: row[1].name)
        found.insert(name)
        if row[2].name == "VIEW" { open.append((try definition(ofView: name), name.schema)) }
      }
      for row in try look(for: routines, Self.routinesQuestion) {
        guard !row[2].name.isEmpty else {
          throw DatabaseError(
            .unsupported, "this account may not see what the routine \(row[0].name).\(row[1].name) reads")
        }
        open.append((row[2].name, row[0].name))
      }
    }
    return .tables(found)
  }

  private func definition(ofView view: TableName) throws(DatabaseError) -> String {
    let rows = try look(for: [view], Self.viewsQuestion)
    guard let text = rows.first?[2].name, !text.isEmpty else {
      throw DatabaseError(
        .unsupported, "this account may not see what the view \(view) reads, which takes the grant SHOW VIEW")
    }
    return text
  }

  // The server finds a table by its name alone if both parts of it are compared with one value.
  private static let tablesQuestion = """
    SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?
    """
  private static let viewsQuestion = """
    SELECT TABLE_SCHEMA, TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?
    """
  private static let routinesQuestion = """
    SELECT ROUTINE_SCHEMA, ROUTINE_NAME, ROUTINE_DEFINITION FROM information_schema.ROUTINES
    WHERE ROUTINE_SCHEMA = ? AND ROUTINE_NAME = ?
    """
  /// With more names than this the tables are not looked up.
  private static let mostNames = 2000
  private static let mostAtOnce = 50

  /// Asks about many names, some at once.
  private func look(for names: Set<TableName>, _ question: String) throws(DatabaseError) -> [[Value]] {
    var rows: [[Value]] = []
    var rest = ArraySlice(Array(names))
    while !rest.isEmpty {
      let some = rest.prefix(Self.mostAtOnce)
      rest = rest.dropFirst(Self.mostAtOnce)
      let sql = some.map { _ in question }.joined(separator: " UNION ALL ")
      rows += try query(sql, some.flatMap { [.text($0.schema ?? ""), .text($0.name)] })
    }
    return rows
  }

  private static func qualified(_ names: Set<TableName>, _ schema: String?) -> Set<TableName> {
    Set(
      names.compactMap { name in
        if name.schema != nil { return name }
        return schema.map { TableName(schema: $0, name: name.name) }
      })
  }
}
