extension TableTranslation {
  /// Gives columns connected by foreign keys one type, the wider of theirs, and leaves names that all tables of a
  /// database share to one of them.
  ///
  /// Translated by itself, a key made by the database may have got another width than the columns that refer to it,
  /// which many databases refuse.
  ///
  /// - Parameters:
  ///   - tables: The tables to be made together.
  ///   - dialect: The dialect of their database.
  ///   - taken: Names that indexes can't have, including those of tables, if the database shares them.
  public static func align(_ tables: inout [TableTranslation], in dialect: any SchemaDialect, taken: Set<String> = []) {
    narrowKeys(of: &tables)
    alignTypes(of: &tables)
    alignNames(of: &tables)
    if dialect.sharesIndexNames { alignIndexNames(of: &tables, taken: taken) }
  }

  /// A generated key whose width its database does not report gets that of the columns which refer to it, if they agree
  /// and its values fit.
  private static func narrowKeys(of tables: inout [TableTranslation]) {
    var types: [SQLName: Set<ColumnType>] = [:]
    for table in tables where table.text == nil {
      for key in table.definition.foreignKeys where key.columns.count == 1 {
        guard let column = table.definition.columns.first(where: { $0.name.hasSameBytes(as: key.columns[0]) }) else {
          continue
        }
        types[SQLName(key.referencedTable.name), default: []].insert(column.type)
      }
    }
    for table in tables.indices {
      guard let contents = tables[table].keyContents, let types = types[SQLName(tables[table].definition.name.name)],
        types.count == 1, let type = types.first, case .integer = type, contents.type(fitting: type) == type,
        let key = tables[table].definition.columns.firstIndex(where: \.isGeneratedKey)
      else { continue }
      tables[table].definition.columns[key].type = type
    }
  }

  private static func alignTypes(of tables: inout [TableTranslation]) {
    let places = Dictionary(
      tables.indices.map { (SQLName(tables[$0].definition.name.name), $0) }, uniquingKeysWith: { first, _ in first })
    var hasChanged = true
    // Each round widens something, which can't go on for ever.
    while hasChanged {
      hasChanged = false
      for child in tables.indices where tables[child].text == nil {
        for key in tables[child].definition.foreignKeys {
          guard let parent = places[SQLName(key.referencedTable.name)], tables[parent].text == nil else { continue }
          for (referring, referred) in zip(key.columns, key.referencedColumns) {
            guard
              let first = tables[child].definition.columns.firstIndex(where: { $0.name.hasSameBytes(as: referring) }),
              let second = tables[parent].definition.columns.firstIndex(where: { $0.name.hasSameBytes(as: referred) })
            else { continue }
            let types = (tables[child].definition.columns[first].type, tables[parent].definition.columns[second].type)
            guard types.0 != types.1, let wider = wider(types.0, types.1) else { continue }
            tables[child].definition.columns[first].type = wider
            tables[child].definition.columns[first].declaredType = nil
            tables[parent].definition.columns[second].type = wider
            tables[parent].definition.columns[second].declaredType = nil
            hasChanged = true
          }
        }
      }
    }
  }

  /// The type of both that holds the values of both; nil if neither does.
  private static func wider(_ first: ColumnType, _ second: ColumnType) -> ColumnType? {
    switch (first, second) {
    case (.integer(let bits, let isUnsigned), .integer(let otherBits, let otherIsUnsigned)):
      if isUnsigned == otherIsUnsigned { return .integer(bits: max(bits, otherBits), isUnsigned: isUnsigned) }
      return .int
    case (.boolean, .integer), (.integer, .boolean): return .int
    default: return nil
    }
  }

  /// Constraints of foreign keys with the same name keep it only in the first table.
  private static func alignNames(of tables: inout [TableTranslation]) {
    var names: Set<String> = []
    for table in tables.indices where tables[table].text == nil {
      for key in tables[table].definition.foreignKeys.indices {
        guard let name = tables[table].definition.foreignKeys[key].name else { continue }
        if !names.insert(name.lowercased()).inserted { tables[table].definition.foreignKeys[key].name = nil }
      }
    }
  }

  private static func alignIndexNames(of tables: inout [TableTranslation], taken: Set<String>) {
    var names = Set(taken.map { $0.lowercased() })
    names.formUnion(tables.map { $0.definition.name.name.lowercased() })
    for table in tables.indices {
      for index in tables[table].definition.indexes.indices {
        let name = tables[table].definition.indexes[index].name
        var free = name
        var number = 1
        while !names.insert(free.lowercased()).inserted {
          number += 1
          free = "\(tables[table].definition.name.name)_\(name)" + (number > 2 ? "_\(number)" : "")
        }
        guard free != name else { continue }
        tables[table].definition.indexes[index].name = free
        tables[table].notes.append(
          "\(tables[table].definition.name.name): the index \(name) is called \(free), for indexes share their names here"
        )
      }
    }
  }

  /// Omits a foreign key, for a reason.
  public mutating func removeForeignKey(at index: Int, because reason: String) {
    let key = definition.foreignKeys.remove(at: index)
    notes.append(
      "\(definition.name.name): the foreign key (\(key.columns.joined(separator: ", "))) is not copied: \(reason)")
  }
}
