/// The table's future state, so that a list of changes is checked as a whole before the first is made.
extension TableDescription {
  /// Makes a change here.
  ///
  /// - Throws: `misuse`, `noSuchColumn`, `noSuchIndex` or `alreadyExists`, if the table can't be changed like this.
  mutating func make(_ change: TableChange) throws(DatabaseError) {
    switch change {
    case .addColumn(let column): try add(column)
    case .dropColumn(let column): try drop(column: column)
    case .renameColumn(let column, let name): try rename(column, to: name)
    case .changeColumn(let column): try self.change(column)
    case .addIndex(let index):
      for name in index.columnNames ?? [] { _ = try place(of: name) }
      if indexes.contains(where: { $0.name.hasSameBytes(as: index.name) }) { throw exists("an index \(index.name)") }
      indexes.append(index)
    case .dropIndex(let index):
      guard let place = indexes.firstIndex(where: { $0.name.hasSameBytes(as: index) }) else {
        throw DatabaseError(.noSuchIndex, "the table \(name.name) has no index \(index)", table: name.name)
      }
      let dropped = UniqueConstraint(index: indexes.remove(at: place))
      uniqueConstraints.removeAll { $0 == dropped }
    case .addForeignKey(var foreignKey):
      foreignKey.columns = try known(foreignKey.columns)
      foreignKeys.append(foreignKey)
    case .dropForeignKey(let foreignKey):
      let dropped = try foreignKeys(of: foreignKey)
      foreignKeys.removeAll { dropped.contains($0) }
      // MariaDB has made an index for it, which goes with the column.
      indexes.removeAll { index in
        !index.isUnique
          && dropped.contains { key in
            index.columnNames == key.columns && (index.name == key.name || index.name == key.columns.first)
          }
      }
    case .addUnique(var unique):
      unique.columns = try known(unique.columns)
      uniqueConstraints.append(unique)
    case .dropUnique(let unique):
      let dropped = try uniqueConstraints(of: unique)
      uniqueConstraints.removeAll { dropped.contains($0) }
      indexes.removeAll { index in
        UniqueConstraint(index: index).map { dropped.map(\.columns).contains($0.columns) } ?? false
      }
    case .addCheck(let check):
      if let added = check.name, checkConstraints.contains(where: { $0.name?.hasSameBytes(as: added) ?? false }) {
        throw exists("a condition \(added)")
      }
      checkConstraints.append(check)
    case .dropCheck(let check):
      guard checkConstraints.contains(where: { $0.name ?? $0.expression == check }) else {
        throw misuse("the table \(name.name) has no condition \(check)")
      }
      let isNamed = checkConstraints.contains { $0.name == check }
      checkConstraints.removeAll { isNamed ? $0.name == check : $0.name == nil && $0.expression == check }
    case .rename(let newName): name.name = newName
    }
  }

  /// The references from certain columns.
  public func foreignKeys(of columns: [String]) throws(DatabaseError) -> [ForeignKey] {
    let names = try spelled(columns)
    let found = foreignKeys.filter { Set($0.columns) == names }
    if found.isEmpty {
      throw misuse("the columns \(columns.joined(separator: ", ")) of \(name.name) make no reference")
    }
    return found
  }

  /// The constraints that prevent certain columns from holding a combination twice.
  public func uniqueConstraints(of columns: [String]) throws(DatabaseError) -> [UniqueConstraint] {
    let names = try spelled(columns)
    let found = uniqueConstraints.filter { Set($0.columns) == names }
    if found.isEmpty {
      throw misuse(
        "the columns \(columns.joined(separator: ", ")) of \(name.name) may hold a combination twice as it is")
    }
    return found
  }

  // MARK: Columns

  private mutating func add(_ column: ColumnDefinition) throws(DatabaseError) {
    try TableDefinition.check(adding: column, to: name)
    if self.column(named: column.name) != nil { throw exists("a column \(column.name)") }
    columns.append(ColumnDescription(column))
  }

  private mutating func drop(column: String) throws(DatabaseError) {
    let place = try place(of: column)
    let column = columns[place].name
    if columns.count == 1 { throw misuse("\(column) is the only column of \(name.name); drop the table instead") }
    if let user = user(of: column) {
      throw misuse("the column \(column) of \(name.name) is part of \(user); drop that before it, in the same call")
    }
    columns.remove(at: place)
    checkConstraints.removeAll { $0.column == column }
  }

  /// Something that names a column and doesn't go with it.
  private func user(of column: String) -> String? {
    if primaryKey.containsName(column) { return "the primary key" }
    if let key = foreignKeys.first(where: { $0.columns.containsName(column) }) {
      return "the reference to \(key.referencedTable.name)"
    }
    if let unique = uniqueConstraints.first(where: { $0.columns.containsName(column) }) {
      return "what is unique: \(unique.columns.joined(separator: ", "))"
    }
    let index = indexes.first { index in index.columns.contains { $0.term == .column(column) } }
    return index.map { "the index \($0.name)" }
  }

  private mutating func rename(_ column: String, to newName: String) throws(DatabaseError) {
    let place = try place(of: column)
    let column = columns[place].name
    if let taken = self.column(named: newName), !taken.name.hasSameBytes(as: column) {
      throw exists("a column \(newName)")
    }
    func renamed(_ names: [String]) -> [String] { names.map { $0.hasSameBytes(as: column) ? newName : $0 } }
    columns[place].name = newName
    primaryKey = renamed(primaryKey)
    for index in foreignKeys.indices { foreignKeys[index].columns = renamed(foreignKeys[index].columns) }
    for index in uniqueConstraints.indices {
      uniqueConstraints[index].columns = renamed(uniqueConstraints[index].columns)
    }
    for index in indexes.indices {
      for part in indexes[index].columns.indices where indexes[index].columns[part].term == .column(column) {
        indexes[index].columns[part].term = .column(newName)
      }
    }
    for index in checkConstraints.indices where checkConstraints[index].column == column {
      checkConstraints[index].column = newName
    }
  }

  private mutating func change(_ column: ColumnDefinition) throws(DatabaseError) {
    let place = try place(of: column.name)
    let old = columns[place]
    if old.isAutoIncrement || column.isGeneratedKey {
      throw misuse("the column \(old.name) of \(name.name) is a key that the database makes, and can't be changed")
    }
    columns[place] = ColumnDescription(column)
    columns[place].name = old.name
    columns[place].primaryKeyPosition = old.primaryKeyPosition
    columns[place].comment = old.comment
    columns[place].isHidden = old.isHidden
  }

  private func place(of column: String) throws(DatabaseError) -> Int {
    guard let known = self.column(named: column),
      let place = columns.firstIndex(where: { $0.name.hasSameBytes(as: known.name) })
    else {
      throw .noColumn(column, in: self)
    }
    return place
  }

  /// The names as the table has them.
  private func known(_ names: [String]) throws(DatabaseError) -> [String] {
    var known: [String] = []
    for name in names { known.append(columns[try place(of: name)].name) }
    return known
  }

  private func spelled(_ names: [String]) throws(DatabaseError) -> Set<String> {
    Set(try known(names))
  }

  // MARK: Errors

  private func misuse(_ message: String) -> DatabaseError { DatabaseError(.misuse, message, table: name.name) }

  private func exists(_ what: String) -> DatabaseError {
    DatabaseError(.alreadyExists, "the table \(name.name) has \(what) already", table: name.name)
  }
}

extension ColumnDescription {
  /// The description of a column to be created, except for its type's words.
  fileprivate init(_ column: ColumnDefinition) {
    self.init(
      name: column.name, declaredType: "", isNullable: column.isNullable, defaultValue: column.defaultValue,
      generated: column.generated, collation: column.collation, isAutoIncrement: column.isGeneratedKey)
  }
}
