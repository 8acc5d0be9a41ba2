import ORDA

extension Parser {
  /// What follows CREATE TABLE.
  mutating func tableSchema() throws(DatabaseError) -> TableSchema {
    let name = try tableName()
    var table = TableParts()
    _ = try parenthesized { (parser) throws(DatabaseError) in try parser.part(of: &table) }
    guard parameterCount == 0 else {
      throw DatabaseError(.misuse, "a table's definition takes no parameters; write the values into it")
    }
    let keys = try table.keys.map { (key) throws(DatabaseError) in
      let columns = try key.columns.map { (column) throws(DatabaseError) in try table.place(of: column) }
      return Key(name: key.name, columns: columns, isPrimary: key.isPrimary)
    }
    for place in keys.lazy.filter(\.isPrimary).flatMap(\.columns) { table.columns[place].isNullable = false }
    return TableSchema(
      name: name, columns: table.columns, keys: keys, checks: table.checks, sql: String(decoding: sql, as: UTF8.self))
  }

  private struct TableParts {
    var columns: [ColumnSchema] = []
    var keys: [(name: String?, columns: [String], isPrimary: Bool)] = []
    var checks: [Check] = []

    func place(of name: String) throws(DatabaseError) -> Int {
      if let place = columns.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) { return place }
      throw DatabaseError(.noSuchColumn, "a key names the column \(name), which the table has not", column: name)
    }
  }

  /// A column, or a constraint of the whole table.
  private mutating func part(of table: inout TableParts) throws(DatabaseError) {
    let constraint = take("CONSTRAINT") ? try name() : nil
    let isPrimary = take("PRIMARY", "KEY")
    if isPrimary || take("UNIQUE") {
      let columns = try parenthesized { (parser) throws(DatabaseError) in try parser.name() }
      try add(key: (constraint, columns, isPrimary), to: &table)
    } else if take("CHECK") {
      table.checks.append(try check(constraint, of: nil))
    } else if constraint != nil {
      throw unexpected()
    } else {
      try column(of: &table)
    }
  }

  private func add(
    key: (name: String?, columns: [String], isPrimary: Bool), to table: inout TableParts
  ) throws(DatabaseError) {
    if key.isPrimary, table.keys.contains(where: \.isPrimary) {
      throw DatabaseError(.syntax, "a table has one primary key; write PRIMARY KEY (a, b) for one of two columns")
    }
    table.keys.append(key)
  }

  private mutating func column(of table: inout TableParts) throws(DatabaseError) {
    let name = try name()
    if (try? table.place(of: name)) != nil {
      throw DatabaseError(.alreadyExists, "the column \(name) is there twice", column: name)
    }
    let (type, words) = try type()
    var column = ColumnSchema(name: name, type: type, declaredType: words)
    while ![",", ")"].contains(token.spelling) {
      let constraint = take("CONSTRAINT") ? try self.name() : nil
      let start = token(ahead: 1).range.lowerBound
      if take("NOT", "NULL") {
        column.isNullable = false
      } else if take("DEFAULT") {
        let value = try operand()
        column.fallback = (text(from: start), value)
      } else if take("PRIMARY", "KEY") {
        try add(key: (constraint, [name], true), to: &table)
      } else if take("UNIQUE") {
        try add(key: (constraint, [name], false), to: &table)
      } else if take("CHECK") {
        table.checks.append(try check(constraint, of: name))
      } else if take("GENERATED", "BY", "DEFAULT", "AS", "IDENTITY") {
        guard case .integer = type else { throw DatabaseError(.syntax, "an IDENTITY is a whole number", column: name) }
        column.isIdentity = true
      } else if !take("NULL") {
        throw unexpected()
      }
    }
    table.columns.append(column)
  }

  /// What follows CHECK.
  private mutating func check(_ name: String?, of column: String?) throws(DatabaseError) -> Check {
    try expect("(")
    let start = token.range.lowerBound
    let condition = try expression()
    let text = text(from: start)
    try expect(")")
    return Check(description: CheckConstraint(name: name, expression: text, column: column), condition: condition)
  }

  /// A type, and its words.
  private mutating func type() throws(DatabaseError) -> (StoredType, String) {
    guard token.kind == .word else { throw unexpected() }
    var words = token.spelling
    advance()
    for word in ["PRECISION", "VARYING", "LARGE", "OBJECT"] where take(word) { words += " " + word }
    var numbers: [Int] = []
    if token.spelling == "(" {
      numbers = try parenthesized { (parser) throws(DatabaseError) in
        guard case .number(let digits) = parser.token.kind, let number = Int(digits) else { throw parser.unexpected() }
        parser.advance()
        return number
      }
    }
    let declared = numbers.isEmpty ? "" : "(" + numbers.map(\.description).joined(separator: ",") + ")"
    let zone = take("WITH", "TIME", "ZONE") ? " WITH TIME ZONE" : ""
    _ = take("WITHOUT", "TIME", "ZONE")
    guard let type = StoredType(words + zone, numbers) else {
      throw DatabaseError(.unsupported, "this database has no type \(words)\(declared)\(zone)")
    }
    return (type, words + declared + zone)
  }
}
