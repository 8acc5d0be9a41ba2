import ORDA

/// Examines all values of a table whose columns may hold anything.
enum TableContents {
  /// What each column holds, by its name.
  static func read(
    _ table: TableDescription, from origin: Transaction, _ dialect: any SchemaDialect, _ progress: CopyProgress
  ) throws -> [String: ColumnContents] {
    let names = table.columns.map(\.name)
    var contents = table.columns.map { ColumnContents(declared: dialect.type(of: $0, in: table)) }
    try origin.forEach("SELECT \(CopyTable.list(names)) FROM \(identifier: table.name.name)") { row in
      for index in contents.indices { try row.withValue(index) { contents[index].observe($0) } }
      try progress.advance()
    }
    return Dictionary(zip(names, contents), uniquingKeysWith: { first, _ in first })
  }
}
