internal import ORDA

/// Copies tables, as they are at one moment, into a database that has none of them: all of them, or nothing.
struct TableBackup: Sendable {
  let tables: [TableName]
  let source: any Governor
  let target: any Governor

  /// - Returns: How many rows were copied.
  func run(from connection: Connection) throws -> Int {
    try connection.transaction(isolation: .repeatableRead, readOnly: true) { origin in
      let descriptions = try tables.map { name in
        guard let description = try origin.describe(name) else {
          throw DatabaseError(.noSuchTable, "no such table: \(name.name)")
        }
        return description
      }.sortedByReferences()
      try refuseRows()
      // If creating tables can't be undone with the rest, it comes first: a backup that fails leaves them empty, and the next
      // one uses them.
      if target.capabilities.contains(.transactionalDDL) {
        return try target.transaction { destination in
          try make(descriptions, origin, on: destination)
          return try copy(descriptions, from: origin, to: destination)
        }
      }
      try target.withConnection { try make(descriptions, origin, on: $0) }
      return try target.transaction { try copy(descriptions, from: origin, to: $0) }
    }
  }

  private func refuseRows() throws {
    for table in tables where try target.describe(own(table)) != nil {
      if try target.first(Int.self, "SELECT 1 FROM \(own(table).sql) LIMIT 1") != nil {
        throw DataStoreError.backupExists(table: table.name)
      }
    }
  }

  /// The name in the copy: without the schema that the table has here.
  private func own(_ table: TableName) -> TableName { TableName(name: table.name) }

  private func make(
    _ descriptions: [TableDescription], _ origin: Transaction, on destination: some SQLExecutor
  ) throws {
    let missing = try descriptions.filter { try destination.describe(own($0.name)) == nil }
    var translations = try missing.map { table in
      TableTranslation(table, from: source.language, to: target.language, contents: try contents(of: table, origin))
    }
    let names = Set(descriptions.map(\.name.name))
    for place in translations.indices {
      for key in translations[place].definition.foreignKeys.indices.reversed() {
        let name = translations[place].definition.foreignKeys[key].referencedTable.name
        if !names.contains(name) {
          translations[place].removeForeignKey(at: key, because: "\(name) is not of the model")
        }
      }
    }
    let dialect = target.schemaDialect
    let taken = dialect.sharesIndexNames ? try indexNames() : []
    TableTranslation.align(&translations, in: dialect, taken: taken)
    for translation in translations {
      for statement in try translation.statements(in: dialect) { try destination.execute(statement) }
    }
  }

  /// Names that indexes of the copy can't have, where all tables share them.
  private func indexNames() throws -> Set<String> {
    var names: Set<String> = []
    for table in try target.tables() { names.formUnion(try target.describe(table)?.indexes.map(\.name) ?? []) }
    return names
  }

  /// What the columns hold, where types alone don't tell another database.
  private func contents(of table: TableDescription, _ origin: Transaction) throws -> [String: ColumnContents] {
    let dialect = source.schemaDialect
    if dialect.enforcesTypes || source.driverName == target.driverName { return [:] }
    let names = table.columns.map(\.name)
    var contents = table.columns.map { ColumnContents(declared: dialect.type(of: $0, in: table)) }
    try origin.forEach(selection(names, of: table)) { row in
      for place in contents.indices { try row.withValue(place) { contents[place].observe($0) } }
    }
    return Dictionary(zip(names, contents), uniquingKeysWith: { first, _ in first })
  }

  private func copy(
    _ descriptions: [TableDescription], from origin: Transaction, to destination: Transaction
  ) throws -> Int {
    var count = 0
    for table in descriptions {
      let names = table.columns.filter { $0.generated == .none && !$0.isHidden }.map(\.name)
      let columns = list(names)
      let places = names.map { _ in "?" as SQL }.joined(separator: ", ")
      let insertion = try destination.prepare(
        "INSERT INTO \(own(table.name).sql) (\(sql: columns)) VALUES (\(sql: places))")
      var batch: [FetchedRow] = []
      func write() throws {
        try insertion.executeMany(batch) { row, parameters in
          for (place, value) in row.values.enumerated() { try parameters.bind(value, at: place) }
        }
        count += batch.count
        batch.removeAll(keepingCapacity: true)
      }
      try origin.forEach(selection(names, of: table)) { row in
        batch.append(try row.fetched())
        if batch.count == 500 { try write() }
      }
      try write()
    }
    return count
  }

  private func list(_ names: [String]) -> SQL { names.map { "\(identifier: $0)" as SQL }.joined(separator: ", ") }

  private func selection(_ names: [String], of table: TableDescription) -> SQL {
    "SELECT \(sql: list(names)) FROM \(table.name.sql)"
  }
}
