import ORDA

/// Examines the values of a table's columns, where their types don't tell what they hold.
struct TableContents {
  private let table: TableDescription
  private let columns: [ColumnDescription]
  private let dialect: any SchemaDialect

  /// True if there is nothing to examine.
  var isEmpty: Bool { columns.isEmpty }

  /// The columns of a table that have to be examined before it is made in another database.
  init(_ table: TableDescription, from source: DatabaseLanguage, to target: DatabaseLanguage) {
    self.table = table
    dialect = source.schemaDialect
    guard source.driverName != target.driverName else {
      columns = []
      return
    }
    columns = table.columns.filter { column in
      !source.schemaDialect.enforcesTypes || Self.isUnknown(column, source.schemaDialect)
        || Self.hasTooManyDigits(column, source.schemaDialect, target.schemaDialect)
    }
  }

  /// True for a type that has no counterpart, and may be made of one that has.
  private static func isUnknown(_ column: ColumnDescription, _ source: any SchemaDialect) -> Bool {
    if case .other = source.type(of: column) { return source.unknownType != .bytes }
    return false
  }

  /// True for a decimal of any digits, where the target wants to know how many.
  private static func hasTooManyDigits(
    _ column: ColumnDescription, _ source: any SchemaDialect, _ target: any SchemaDialect
  ) -> Bool {
    guard let own = source as? any DetailedSchemaDialect, own.detail(of: column) == .anyDigits else { return false }
    let declaration = (target as? any DetailedSchemaDialect)?.declaration(of: own.type(of: column), .anyDigits)
    return declaration == nil
  }

  /// What each of the columns holds, by its name.
  func read(from origin: Transaction, _ progress: CopyProgress) throws -> [String: ColumnContents] {
    let names = columns.map(\.name)
    var contents = columns.map { ColumnContents(declared: dialect.type(of: $0, in: table)) }
    try origin.forEach("SELECT \(CopyTable.list(names)) FROM \(identifier: table.name.name)") { row in
      for index in contents.indices {
        let isRead = try row.withValue(index) { value in
          if case .other = value { return false }
          contents[index].observe(value)
          return true
        }
        // A number that only its text tells exactly.
        if !isRead {
          var text = try row[index].description
          text.withUTF8 { contents[index].observe(.text($0)) }
        }
      }
      try progress.advance()
    }
    return Dictionary(zip(names, contents), uniquingKeysWith: { first, _ in first })
  }
}
