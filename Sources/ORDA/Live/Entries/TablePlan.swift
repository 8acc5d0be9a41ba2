/// What is worked out once for each table: the columns of its entries, its key, and the SQL of its statements.
final class TablePlan: Sendable {
  let definition: TableDescription
  /// The one name that all spellings of the table's name share.
  let identity: TableName
  let names: ColumnNames
  /// The places of the key's columns among the columns, in the key's order; empty if nothing identifies rows.
  let key: [Int]
  /// How each column of an entry is observed.
  let paths: [ColumnPath]
  /// The columns that the database computes, which no event needs to report.
  let computed: [Int]
  /// The table's name, quoted.
  let table: String
  /// The columns' names, quoted, in order.
  let quoted: [String]
  /// `SELECT "id", "name" FROM "genre"`
  let selection: String
  /// The statement that reads the row of a key.
  let row: SQL
  /// The same, with the lock that a write takes, on a database that has row locks.
  let lockedRow: SQL
  /// `"id" = ?`, for all columns of the key.
  let keyCondition: String
  /// True if conditions on keys use lists.
  private let takesLists: Bool
  /// For each column the statement that sets it in the row of a key.
  private let setters: [SQL]

  init(_ definition: TableDescription, identity: TableName, dialect: Dialect, takesLists: Bool) {
    self.definition = definition
    self.takesLists = takesLists
    self.identity = identity
    let keyNames = definition.primaryKey.isEmpty ? definition.identifyingColumns : definition.primaryKey
    let columns = definition.columns.filter { !$0.isHidden || keyNames.containsName($0.name) }
    let names = columns.map(\.name)
    self.names = ColumnNames(names)
    let places = keyNames.compactMap { names.firstIndex(ofName: $0) }
    key = places.count == keyNames.count ? places : []
    paths = names.indices.map(ColumnPath.init)
    computed = columns.indices.filter { columns[$0].generated != .none }
    let quoted = names.map(dialect.quoted(identifier:))
    self.quoted = quoted
    table =
      (definition.name.schema.map { dialect.quoted(identifier: $0) + "." } ?? "")
      + dialect.quoted(identifier: definition.name.name)
    selection = "SELECT \(quoted.joined(separator: ", ")) FROM \(table)"
    let keyCondition = key.map { "\(quoted[$0]) = ?" }.joined(separator: " AND ")
    self.keyCondition = keyCondition
    row = SQL(text: "\(selection) WHERE \(keyCondition)")
    lockedRow = SQL(text: "\(selection) WHERE \(keyCondition) FOR UPDATE")
    let table = table
    setters = quoted.map { SQL(text: "UPDATE \(table) SET \($0) = ? WHERE \(keyCondition)") }
  }

  deinit { for path in paths { path.release() } }

  /// The place of a column.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`, with the nearest name.
  func index(of name: String) throws(DatabaseError) -> Int {
    if let index = names.index(of: name) { return index }
    throw unknown(name)
  }

  /// True if a row needs a value for a column because the column has no default.
  func hasNoDefault(_ column: Int) -> Bool { definition.column(named: names.names[column])?.defaultValue == nil }

  func unknown(_ name: String) -> DatabaseError {
    let hint = nearestName(to: name, among: names.names).map { "; did you mean \($0)?" } ?? ""
    return DatabaseError(
      .noSuchColumn, "the table \(definition.name.name) has no column \(name)\(hint)", table: definition.name.name,
      column: name)
  }

  /// The key of a row.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if a part of it is NULL, which identifies no row.
  func key(of values: [Value]) throws(DatabaseError) -> RowKey {
    if key.count == 1, !values[key[0]].isNull { return RowKey(single: values[key[0]]) }
    return try checked(key.map { values[$0] })
  }

  /// The key made of these values of its columns.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if one is NULL.
  func checked(_ parts: [Value]) throws(DatabaseError) -> RowKey {
    if parts.contains(where: \.isNull) {
      throw DatabaseError(
        .misuse, "a row of \(definition.name.name) has NULL in its key, and can't have an entry; read it with query",
        table: definition.name.name)
    }
    return RowKey(parts)
  }

  func checkKey() throws(DatabaseError) {
    guard key.isEmpty else { return }
    throw DatabaseError(
      .misuse,
      "the table \(definition.name.name) has no primary key and no UNIQUE columns that are NOT NULL, so its rows can't "
        + "have entries; read them with query, or give the table a primary key",
      table: definition.name.name)
  }

  // MARK: Statements

  /// The most content of keys in one list, in bytes: a server limits what it takes in one message, and memory is
  /// limited anyway.
  private static let longestList = 4 << 20

  /// Keys in as few pieces as possible, each for one statement.
  func chunks(of keys: [RowKey]) -> [ArraySlice<RowKey>] {
    guard takesLists else { return keys.chunks(of: key.count == 1 ? 512 : 64) }
    var chunks: [ArraySlice<RowKey>] = []
    var start = 0
    var size = 0
    for (index, key) in keys.enumerated() {
      size += key.values.reduce(16) { $0 + $1.contentSize }
      guard size > Self.longestList else { continue }
      chunks.append(keys[start...index])
      start = index + 1
      size = 0
    }
    if start < keys.count { chunks.append(keys[start...]) }
    return chunks
  }

  /// A condition that is true for some keys: by a list, if the driver has them.
  func condition(for keys: ArraySlice<RowKey>) throws -> SQL {
    guard let last = keys.last else { return "1 = 0" }
    if keys.count == 1 { return condition(for: last) }
    if takesLists {
      if key.count == 1 { return SQL(text: "\(quoted[key[0]]) IN ") + "\(list: keys.compactMap(\.values.first))" }
      return try condition(forRows: keys)
    }
    // Padded to one of a few lengths, so that few statements are prepared.
    var padded = 1
    while padded < keys.count { padded *= 4 }
    let all = keys + Array(repeating: last, count: min(padded, key.count == 1 ? 512 : 64) - keys.count)
    if key.count == 1 { return SQL(text: "\(quoted[key[0]]) IN ") + "\(in: all.compactMap(\.values.first))" }
    return all.map { SQL(text: "(") + condition(for: $0) + SQL(text: ")") }.joined(separator: " OR ")
  }

  /// By a list of rows with strings and bytes first: so SQLite uses the whole index of a key of strings and numbers.
  private func condition(forRows keys: ArraySlice<RowKey>) throws -> SQL {
    let kinds = key.indices.map { place in ParameterKind(ofAll: keys.lazy.map { $0.values[place] }) }
    let order =
      key.indices.filter { kinds[$0] == .text || kinds[$0] == .bytes }
      + key.indices.filter { kinds[$0] != .text && kinds[$0] != .bytes }
    let rows = keys.map { rowKey in order.map { rowKey.values[$0] as any ValueConvertible } }
    let list = try ValueList(rows: rows, shape: ListShape(kinds: order.map { kinds[$0] }))
    return SQL(text: "(\(order.map { quoted[key[$0]] }.joined(separator: ", "))) IN ") + "\(list: list)"
  }

  private func condition(for rowKey: RowKey) -> SQL {
    zip(key, rowKey.values).map { SQL(text: "\(quoted[$0]) = ") + "\($1)" }.joined(separator: " AND ")
  }

  /// `UPDATE "genre" SET "name" = ? WHERE "id" = ?`
  ///
  /// - Parameter version: A column that counts changes; the statement has one more parameter, to compare it with.
  func setter(of columns: [Int], counting version: Int?) -> SQL {
    if version == nil, columns.count == 1 { return setters[columns[0]] }
    return SQL(text: "\(update(columns, counting: version)) WHERE \(keyCondition(with: version))")
  }

  /// `DELETE FROM "genre" WHERE "id" = ?`
  func deletion(with version: Int?) -> SQL { SQL(text: "DELETE FROM \(table) WHERE \(keyCondition(with: version))") }

  private func keyCondition(with version: Int?) -> String {
    keyCondition + (version.map { " AND \(quoted[$0]) = ?" } ?? "")
  }

  /// `UPDATE "genre" SET "name" = ?`
  func update(_ columns: [Int], counting version: Int?) -> String {
    let values = columns.map { "\(quoted[$0]) = ?" } + (version.map { ["\(quoted[$0]) = \(quoted[$0]) + 1"] } ?? [])
    return "UPDATE \(table) SET \(values.joined(separator: ", "))"
  }
}
