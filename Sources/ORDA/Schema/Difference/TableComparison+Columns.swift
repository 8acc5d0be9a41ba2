extension TableComparison {
  /// Columns that one of the tables lacks, or that differ.
  func columns() -> [SchemaComparison.Turned] {
    var turned: [SchemaComparison.Turned] = []
    for column in wanted.columns {
      guard let found = actual.column(named: column.name) else {
        turned.append(
          (.columns, difference(.column, .missing, column.name, "the column \(column.name) is missing", adding(column)))
        )
        continue
      }
      let words = self.words(found, column)
      guard !words.isEmpty else { continue }
      turned.append(
        (
          .columns,
          difference(
            .column, .different, column.name, "the column \(column.name) \(words.joined(separator: ", "))",
            changing(column))
        ))
    }
    for column in actual.columns where wanted.column(named: column.name) == nil {
      turned.append(
        (
          .droppedColumns,
          difference(
            .column, .extra, column.name, "the column \(column.name) should not be there", dropping(column))
        ))
    }
    return turned
  }

  /// True for a column that the table does not have yet.
  func isMissing(_ column: String) -> Bool {
    actual.column(named: column) == nil && wanted.column(named: column) != nil
  }

  // MARK: What differs

  private func words(_ actual: ColumnDescription, _ wanted: ColumnDescription) -> [String] {
    var words: [String] = []
    if !sameSQL(actual.declaredType, wanted.declaredType) {
      words.append("is \(Self.named(actual.declaredType)) and should be \(Self.named(wanted.declaredType))")
    }
    if actual.isNullable != wanted.isNullable {
      words.append(actual.isNullable ? "takes NULL and should not" : "takes no NULL and should")
    }
    if !sameSQL(actual.defaultValue, wanted.defaultValue) {
      words.append(
        actual.defaultValue.map { text in
          "has the default \(text) and should have \(wanted.defaultValue.map { "\($0)" } ?? "none")"
        } ?? "has no default and should have \(wanted.defaultValue ?? "none")")
    }
    if !same(actual.generated, wanted.generated) {
      words.append("\(Self.text(actual.generated)) and should be \(Self.text(wanted.generated).dropFirst(3))")
    }
    if !sameCollation(actual.collation, wanted.collation) {
      words.append("is compared by \(actual.collation ?? "default") and should be by \(wanted.collation ?? "default")")
    }
    if actual.isAutoIncrement != wanted.isAutoIncrement {
      words.append(actual.isAutoIncrement ? "gets generated values and should not" : "should get generated values")
    }
    if actual.isHidden != wanted.isHidden {
      words.append(actual.isHidden ? "is hidden and should not be" : "should be hidden")
    }
    if actual.comment != wanted.comment { words.append("should have another comment") }
    return words
  }

  private static func named(_ type: String) -> String { type.isEmpty ? "of no type" : type }

  private func same(
    _ first: ColumnDescription.Generation, _ second: ColumnDescription.Generation
  ) -> Bool {
    switch (first, second) {
    case (.none, .none): true
    case (.virtual(let text), .virtual(let other)), (.stored(let text), .stored(let other)): sameSQL(text, other)
    default: false
    }
  }

  private static func text(_ generation: ColumnDescription.Generation) -> String {
    switch generation {
    case .none: "is not computed"
    case .virtual(let expression): "is computed as \(expression ?? "it is")"
    case .stored(let expression): "is computed and stored as \(expression ?? "it is")"
    }
  }

  /// Nil is the database's own: two are the same if they have one name, or if nil compares like the other.
  private func sameCollation(_ first: String?, _ second: String?) -> Bool {
    if let first, let second { return same(first, second) }
    let dialect = language.schemaDialect
    return first == second || dialect.comparison(of: first) == dialect.comparison(of: second)
  }

  // MARK: Statements

  private func adding(_ column: ColumnDescription) -> [SQL]? {
    let declaration = declaration(of: column)
    switch alteration {
    case .columns:
      // According to SQLite's page on ALTER TABLE.
      let isKey = wanted.primaryKey.contains { same($0, column.name) } || isUnique(column.name)
      let needsValue = !column.isNullable && column.defaultValue == nil && column.generated == .none
      if case .stored = column.generated { return nil }
      if isKey || needsValue || column.defaultValue.map(isComputed) ?? false { return nil }
    case .constraints, .everything:
      if column.isAutoIncrement, same(wanted.primaryKey, [column.name]) {
        return ["ALTER TABLE \(table) ADD COLUMN \(declaration), ADD PRIMARY KEY (\(identifier: column.name))"]
      }
    }
    return ["ALTER TABLE \(table) ADD COLUMN \(declaration)"]
  }

  private func isUnique(_ column: String) -> Bool {
    constraints(of: wanted).contains { $0.columns.contains { same($0, column) } }
  }

  private func isComputed(_ text: String) -> Bool {
    text.hasPrefix("(") || asciiLowercased(text).hasPrefix("current_")
  }

  private func changing(_ column: ColumnDescription) -> [SQL]? {
    guard alteration == .everything else { return nil }
    return ["ALTER TABLE \(table) MODIFY COLUMN \(declaration(of: column))"]
  }

  private func dropping(_ column: ColumnDescription) -> [SQL]? {
    if alteration == .columns {
      let expressions =
        actual.checkConstraints.map(\.expression)
        + actual.columns.compactMap { other in
          switch other.generated {
          case .none: nil
          case .virtual(let text), .stored(let text): text
          }
        }
      let isNeeded =
        actual.primaryKey.contains { same($0, column.name) }
        || constraints(of: actual).contains { $0.columns.contains { same($0, column.name) } }
        || actual.foreignKeys.contains { $0.columns.contains { same($0, column.name) } }
        || expressions.contains { ComparableSQL($0, language.dialect).mentions(column.name) }
      if isNeeded { return nil }
    }
    return ["ALTER TABLE \(table) DROP COLUMN \(identifier: column.name)"]
  }

  /// As the text of the table declares it, otherwise from the description.
  func declaration(of column: ColumnDescription) -> SQL {
    // A text omits a collation that is its own table's for all columns.
    let needsCollation = !sameCollation(
      actual.column(named: column.name)?.collation ?? column.collation, column.collation)
    if let text = declarations.text(of: column.name),
      !needsCollation || ComparableSQL(text, language.dialect).mentions("collate")
    {
      return SQL(text: text)
    }
    var sql: SQL = "\(identifier: column.name) \(raw: column.declaredType)"
    if let collation = column.collation { sql += " COLLATE \(raw: collation)" }
    switch column.generated {
    case .none: break
    case .virtual(let expression): sql += " GENERATED ALWAYS AS (\(raw: expression ?? "NULL")) VIRTUAL"
    case .stored(let expression): sql += " GENERATED ALWAYS AS (\(raw: expression ?? "NULL")) STORED"
    }
    if !column.isNullable { sql += " NOT NULL" }
    if let value = column.defaultValue { sql += " DEFAULT \(raw: value)" }
    if let comment = column.comment.flatMap({ SQLLiteral.quoted($0, in: language.dialect) }) {
      sql += " COMMENT \(raw: comment)"
    }
    return sql
  }
}
