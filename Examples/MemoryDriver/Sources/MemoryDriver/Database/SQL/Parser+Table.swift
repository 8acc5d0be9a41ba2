import ORDA

extension Parser {
  /// What follows CREATE TABLE.
  mutating func table() throws -> Table {
    let name = try name()
    var columns: [ColumnDescription] = []
    var defaults: [Value] = []
    var keys: [Table.Key] = []
    _ = try parenthesized { parser in
      let constraint = parser.take("CONSTRAINT") ? try parser.name() : nil
      let isPrimary = parser.take("PRIMARY", "KEY")
      if isPrimary || parser.take("UNIQUE") {
        let columns = try parser.parenthesized { try $0.name() }
        keys.append(Table.Key(name: constraint, columns: columns, isPrimary: isPrimary))
      } else {
        columns.append(ColumnDescription(name: try parser.name(), declaredType: try parser.type()))
        defaults.append(.null)
        try parser.constraints(of: &columns[columns.count - 1], &defaults[defaults.count - 1], &keys)
      }
    }
    return try Table(name, columns: columns, defaults: defaults, keys: keys)
  }

  private mutating func constraints(
    of column: inout ColumnDescription, _ standard: inout Value, _ keys: inout [Table.Key]
  ) throws {
    while !isNext(","), !isNext(")") {
      if take("NOT", "NULL") {
        column.isNullable = false
      } else if take("DEFAULT") {
        let start = place
        guard let value = try literal() else { throw unexpected() }
        standard = value
        column.defaultValue = value.isNull ? nil : text(from: start)
      } else if take("PRIMARY", "KEY") {
        keys.append(Table.Key(columns: [column.name], isPrimary: true))
      } else if take("GENERATED", "BY"), take("DEFAULT", "AS"), take("IDENTITY") {
        column.isAutoIncrement = true
      } else {
        throw unexpected()
      }
    }
  }

  /// A type as it is written. The words are the SQL standard's, which the core knows.
  private mutating func type() throws -> String {
    let start = place
    while token.isWord, !["NOT", "DEFAULT", "GENERATED", "PRIMARY"].contains(token.uppercased()) {
      advance()
      if take("(") {
        while token.isNumber || isNext(",") { advance() }
        try expect(")")
      }
    }
    let text = text(from: start)
    if case .other = StandardSchemaDialect().type(of: ColumnDescription(name: "", declaredType: text)) {
      throw DatabaseError(.unsupported, "this database has no type \(text)\(token)")
    }
    return text
  }
}
