extension Upsert {
  /// A program's request, checked against the database's description of the table.
  ///
  /// - Parameters:
  ///   - columns: The columns as the program spells them.
  ///   - key: The key's columns.
  ///   - updating: The columns to set in an existing row; nil for all but the key's.
  ///   - table: The database's description of the table.
  /// - Throws: `misuse` if a column is named twice, or `key` is not a key of the table; `noSuchColumn`.
  init(
    columns: [String], key: [String], updating: [String]?, of table: TableDescription
  ) throws(DatabaseError) {
    let columns = try Self.known(columns, of: table)
    let key = try Self.known(key, of: table)
    let updating = try updating.map { (names) throws(DatabaseError) in try Self.known(names, of: table) }
    for name in key + (updating ?? []) where !columns.containsName(name) {
      throw DatabaseError(
        .misuse, "an upsert needs a value for \(name), which is not among its columns", table: table.name.name,
        column: name)
    }
    let keys = [table.primaryKey] + table.uniqueConstraints.map(\.columns)
    guard !key.isEmpty,
      keys.contains(where: { $0.count == key.count && Set($0.map { SQLName($0) }) == Set(key.map { SQLName($0) }) })
    else {
      throw DatabaseError(
        .misuse,
        "an upsert needs the columns of the table's primary key, or of another unique key of it; \(table.name) has none of "
          + "(\(key.joined(separator: ", ")))",
        table: table.name.name)
    }
    self.init(
      table: table.name, columns: columns, key: key, updating: updating ?? columns.filter { !key.containsName($0) })
  }

  /// The names as the table has them.
  private static func known(_ names: [String], of table: TableDescription) throws(DatabaseError) -> [String] {
    var known: [String] = []
    for name in names {
      guard let column = table.column(named: name) else { throw .noColumn(name, in: table) }
      if known.containsName(column.name) {
        throw DatabaseError(
          .misuse, "the column \(column.name) is given twice", table: table.name.name, column: column.name)
      }
      known.append(column.name)
    }
    return known
  }

  /// True if inserting and updating may be one statement: if only the row's key decides between them.
  ///
  /// A trigger on insertions would fire for an existing row, and a column that requires a value and is not named would
  /// have the row refused before anybody sees that it exists.
  func isPlain(in table: TableDescription) -> Bool {
    table.triggers.isEmpty
      && table.columns.allSatisfy { column in
        column.isNullable || column.defaultValue != nil || column.isAutoIncrement || column.generated != .none
          || columns.containsName(column.name)
      }
  }
}

extension DatabaseError {
  /// The error for a column that a table lacks, with the nearest name.
  static func noColumn(_ name: String, in table: TableDescription) -> DatabaseError {
    let hint = nearestName(to: name, among: table.columnNames).map { "; did you mean \($0)?" } ?? ""
    return DatabaseError(
      .noSuchColumn, "the table \(table.name.name) has no column \(name)\(hint)", table: table.name.name, column: name)
  }
}
