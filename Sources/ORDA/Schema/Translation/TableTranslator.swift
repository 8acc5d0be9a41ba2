/// Translates one table; a step of ``TableTranslation``.
struct TableTranslator {
  let table: TableDescription
  let source: DatabaseLanguage
  let target: DatabaseLanguage
  let contents: [String: ColumnContents]
  /// What differs or is missing.
  private(set) var notes: [String] = []
  private let expressions: ExpressionTranslator
  private let defaults: DefaultTranslator
  let limits: SchemaLimits
  /// Conditions of the source that the target expresses by a column's type.
  private var saidByTypes: [CheckConstraint] = []
  /// Conditions of the target that the source expresses by a column's type.
  private var saidByConditions: [CheckConstraint] = []

  init(
    table: TableDescription, source: DatabaseLanguage, target: DatabaseLanguage, contents: [String: ColumnContents]
  ) {
    self.table = table
    self.source = source
    self.target = target
    self.contents = contents
    var (texts, integers): (Set<String>, Set<String>) = ([], [])
    for column in table.columns {
      switch source.schemaDialect.type(of: column, in: table) {
      // PostgreSQL compares those that are filled up without the spaces at their ends.
      case .text where !column.declaredType.lowercased().hasPrefix("character("): texts.insert(column.name)
      case .integer: integers.insert(column.name)
      default: break
      }
    }
    expressions = ExpressionTranslator(
      source: source.dialect, target: target.dialect, columns: table.columns.map(\.name), texts: texts,
      integers: integers)
    defaults = DefaultTranslator(
      source: source.dialect, target: target.dialect, types: target.schemaDialect)
    limits = target.schemaDialect.limits
  }

  mutating func note(_ text: String) { notes.append("\(table.name.name): \(text)") }

  mutating func translate() -> TableDefinition {
    var definition = TableDefinition(
      name: TableName(name: table.name.name), columns: table.columns.map { column($0) }, primaryKey: table.primaryKey)
    addKeys(to: &definition)
    definition.checkConstraints = checks() + saidByConditions
    bindLengths(of: &definition)
    addDetails(to: &definition)
    return definition
  }

  // MARK: Columns

  private mutating func column(_ column: ColumnDescription) -> ColumnDefinition {
    let enumeration = enumeration(of: column)
    var result = ColumnDefinition(column.name, enumeration ?? type(of: column), isNullable: column.isNullable)
    if column.isAutoIncrement {
      result.isGeneratedKey = table.primaryKey == [column.name]
      if result.isGeneratedKey {
        if !source.schemaDialect.enforcesTypes { result.type = .int }
        result.isNullable = false
        return result
      }
      note("\(column.name) gets no generated values: it is not the whole primary key")
    }
    result.collation = collation(of: column, enumeration == nil ? result.type : .text)
    result.generated = generation(of: column)
    if result.generated != .none {
      // A computed column is NULL if its expression is, whatever else is declared.
      result.isNullable = true
    } else if let text = column.defaultValue {
      result.defaultValue = defaults.translate(text, for: result.type)
      if result.defaultValue == nil { note("\(column.name) has no default: \(text) is not known to mean the same") }
    }
    return result
  }

  private mutating func type(of column: ColumnDescription) -> ColumnType {
    let declared = source.schemaDialect.type(of: column, in: table)
    let type: ColumnType
    if let contents = contents[column.name] {
      type = contents.type(fitting: declared, limits: limits)
    } else if case .other = declared {
      type = source.schemaDialect.unknownType
    } else {
      type = declared
    }
    // A column declared without a type has none that could be missed.
    if type != declared, !column.declaredType.isEmpty, !isWritten(type, like: column) {
      let written = target.schemaDialect.declaration(of: type, isKeyed: false)
      if case .other = declared {
        note("\(column.name) becomes \(written): there is no type \(column.declaredType) here")
      } else {
        note("\(column.name) becomes \(written): its values don't fit \(column.declaredType) here")
      }
    } else if column.declaredType.lowercased().hasPrefix("enum(") || column.declaredType.lowercased().hasPrefix("set(")
    {
      note("\(column.name) takes any text: \(column.declaredType) is not known here")
    }
    return type
  }

  /// The type of a column whose type restricts it to some texts, if both databases have such types.
  private mutating func enumeration(of column: ColumnDescription) -> ColumnType? {
    guard let own = source.schemaDialect as? any EnumeratingSchemaDialect, own.isEnumeration(column),
      let other = target.schemaDialect as? any EnumeratingSchemaDialect,
      let texts = table.allowedTexts(of: column.name, in: source.dialect)
    else { return nil }
    if let contents = contents[column.name], contents.integerCount + contents.doubleCount + contents.bytesCount > 0 {
      return nil
    }
    let literals = texts.compactMap { SQLLiteral.quoted($0, in: target.dialect) }
    guard literals.count == texts.count else { return nil }
    if other.typeRestrictsTexts {
      if let check = table.allowingCheck(of: column.name, in: source.dialect)?.check { saidByTypes.append(check) }
    } else if own.typeRestrictsTexts {
      let name = target.dialect.quoted(identifier: column.name)
      saidByConditions.append(CheckConstraint(expression: "\(name) IN (\(literals.joined(separator: ", ")))"))
    }
    return .other(other.declaration(ofTexts: texts))
  }

  private mutating func collation(of column: ColumnDescription, _ type: ColumnType) -> String? {
    guard case .text = type else { return nil }
    let comparison = source.schemaDialect.comparison(of: column.collation)
    if comparison == .other {
      note("\(column.name) is compared exactly: its collation \(column.collation ?? "") is not known here")
    }
    return target.schemaDialect.collation(for: comparison)
  }

  private mutating func generation(of column: ColumnDescription) -> ColumnDescription.Generation {
    let text: String?
    switch column.generated {
    case .none: return .none
    case .virtual(let expression), .stored(let expression): text = expression
    }
    guard let text, let expression = expressions.translate(text) else {
      note("\(column.name) becomes an ordinary column with its values: \(text ?? "its expression") is not known here")
      return .none
    }
    if case .stored = column.generated { return .stored(expression: expression) }
    guard target.schemaDialect.computesWhenRead else {
      note("\(column.name) is stored, as all that is computed is here")
      return .stored(expression: expression)
    }
    return .virtual(expression: expression)
  }

  // MARK: Conditions

  private mutating func checks() -> [CheckConstraint] {
    table.checkConstraints.compactMap { check in
      if source.schemaDialect.isPartOfType(check, in: table) || saidByTypes.contains(check) { return nil }
      guard let expression = expressions.translate(check.expression) else {
        note("the condition \(check.name ?? check.expression) is not copied: it is not known to mean the same")
        return nil
      }
      // It belongs to the whole table, so its own name is not a column's.
      return CheckConstraint(name: check.name, expression: expression)
    }
  }
}
