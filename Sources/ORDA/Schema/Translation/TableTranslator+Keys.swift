extension TableTranslator {
  /// Adds the primary key, unique keys and indexes.
  mutating func addKeys(to definition: inout TableDefinition) {
    if table.primaryKey.contains(where: { (contents[$0]?.nullCount ?? 0) > 0 }) {
      note("the primary key becomes a unique key: it holds NULL")
      definition.uniqueConstraints.append(UniqueConstraint(columns: definition.primaryKey))
      definition.primaryKey = []
    } else {
      for index in definition.columns.indices where definition.primaryKey.contains(definition.columns[index].name) {
        definition.columns[index].isNullable = false
      }
    }
    let indexes = TableTranslation.ownIndexes(of: table, source.schemaDialect)
    let names = Set(indexes.map(\.name))
    definition.uniqueConstraints += table.uniqueConstraints.filter { $0.name.map { !names.contains($0) } ?? true }
    definition.indexes = indexes.compactMap { translated($0) }
  }

  private mutating func translated(_ index: IndexDescription) -> IndexDescription? {
    guard let columns = index.columnNames, columns.allSatisfy({ table.column(named: $0) != nil }) else {
      note("the index \(index.name) is not copied: it is of an expression")
      return nil
    }
    if index.isPartial {
      note("the index \(index.name) is not copied: it is of some rows only")
      return nil
    }
    if let declaration = index.declaration {
      note("the index \(index.name) is not copied: \(declaration) is not known here")
      return nil
    }
    var index = index
    for part in index.columns.indices where index.columns[part].collation != nil {
      if index.isUnique {
        note("the index \(index.name) is not copied: it compares by \(index.columns[part].collation ?? "")")
        return nil
      }
      index.columns[part].collation = nil
    }
    return index
  }

  // MARK: Lengths

  /// Gives columns of keys a length if the database wants one, omits keys that are too long for it, and removes the
  /// length from columns if a row would be too long.
  mutating func bindLengths(of definition: inout TableDefinition) {
    if let limit = limits.keyBytes { bindKeys(of: &definition, limit) }
    if let limit = limits.rowBytes { bindRow(of: &definition, limit) }
  }

  private mutating func bindKeys(of definition: inout TableDefinition, _ limit: Int) {
    var keyed = Set(definition.primaryKey)
    keyed.formUnion(definition.uniqueConstraints.flatMap(\.columns))
    keyed.formUnion(definition.indexes.flatMap { $0.columnNames ?? [] })
    keyed.formUnion(table.foreignKeys.flatMap { $0.columns.compactMap { table.column(named: $0)?.name } })
    for index in definition.columns.indices where keyed.contains(definition.columns[index].name) {
      let column = definition.columns[index]
      let type = keyType(of: column)
      if Self.bytes(type) < Self.bytes(column.type), Self.bytes(column.type) <= limits.rowBytes ?? .max {
        let written = target.schemaDialect.declaration(of: type, isKeyed: true)
        note("\(column.name) becomes \(written): a key has no room for more")
      }
      definition.columns[index].type = type
    }
    let sizes = Dictionary(definition.columns.map { ($0.name, Self.bytes($0.type)) }, uniquingKeysWith: max)
    let isTooLong = { (columns: [String]) in columns.reduce(0) { $0 + (sizes[$1] ?? 0) } > limit }
    if isTooLong(definition.primaryKey) {
      note("there is no primary key: its columns are longer than \(limit) bytes together")
      definition.primaryKey = []
    }
    for constraint in definition.uniqueConstraints where isTooLong(constraint.columns) {
      note("(\(constraint.columns.joined(separator: ", "))) is not unique: it is longer than \(limit) bytes")
    }
    definition.uniqueConstraints.removeAll { isTooLong($0.columns) }
    for index in definition.indexes where isTooLong(index.columnNames ?? []) {
      note("the index \(index.name) is not copied: its columns are longer than \(limit) bytes together")
    }
    definition.indexes.removeAll { isTooLong($0.columnNames ?? []) }
  }

  /// The type with a length that holds every value, and if that is not known leaves room for other columns in the key.
  private func keyType(of column: ColumnDefinition) -> ColumnType {
    let usual = 255
    let contents = contents[column.name]
    switch column.type {
    case .text(let maximum):
      let wanted = min(maximum ?? usual, usual)
      return .text(maximum: contents.map { max($0.longestText, wanted) } ?? maximum ?? usual)
    case .bytes(let maximum):
      let wanted = min(maximum ?? usual, usual)
      return .bytes(maximum: contents.map { max($0.longestBytes, wanted) } ?? maximum ?? usual)
    default: return column.type
    }
  }

  private mutating func bindRow(of definition: inout TableDefinition, _ limit: Int) {
    let keyed = Set(definition.primaryKey + definition.uniqueConstraints.flatMap(\.columns))
      .union(definition.indexes.flatMap { $0.columnNames ?? [] })
      .union(table.foreignKeys.flatMap(\.columns))
    var total = definition.columns.reduce(0) { $0 + Self.bytes($1.type) }
    while total > limit {
      let candidates = definition.columns.indices.filter { index in
        !keyed.contains(definition.columns[index].name) && Self.bytes(definition.columns[index].type) > 32
      }
      guard
        let longest = candidates.max(by: { first, second in
          Self.bytes(definition.columns[first].type) < Self.bytes(definition.columns[second].type)
        })
      else { return }
      total -= Self.bytes(definition.columns[longest].type)
      if case .bytes = definition.columns[longest].type {
        definition.columns[longest].type = .bytes
      } else {
        definition.columns[longest].type = .text
      }
      note("\(definition.columns[longest].name) has no length: the row would be longer than \(limit) bytes")
    }
  }

  /// The maximum size of a value in a row or key, in bytes; values of unbounded length are stored elsewhere.
  private static func bytes(_ type: ColumnType) -> Int {
    switch type {
    // Lengths come from declarations, which may say anything.
    case .text(let maximum): maximum.map { 4 * min(max($0, 0), 1 << 30) } ?? 12
    case .bytes(let maximum): maximum.map { min(max($0, 0), 1 << 30) } ?? 12
    case .decimal: 30
    case .uuid, .json, .other: 16
    default: 8
    }
  }
}
