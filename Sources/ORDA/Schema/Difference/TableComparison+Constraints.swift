extension TableComparison {
  // MARK: Keys

  func primaryKey() -> [SchemaComparison.Turned] {
    guard !same(actual.primaryKey, wanted.primaryKey) else { return [] }
    let (own, other) = (actual.primaryKey, wanted.primaryKey)
    let kind: SchemaDifference.Kind = own.isEmpty ? .missing : other.isEmpty ? .extra : .different
    let words =
      switch kind {
      case .missing: "the primary key \(Self.list(other)) is missing"
      case .extra: "there should be no primary key, which is \(Self.list(own))"
      case .different: "the primary key is \(Self.list(own)) and should be \(Self.list(other))"
      }
    var statements: [SQL]?
    let added: SQL = "ADD PRIMARY KEY (\(Self.names(other)))"
    switch alteration {
    case .columns: statements = nil
    case .constraints: statements = own.isEmpty ? ["ALTER TABLE \(table) \(added)"] : nil
    case .everything:
      let isAddedWithColumn =
        other.count == 1 && isMissing(other[0])
        && wanted.column(named: other[0])?.isAutoIncrement ?? false
      let parts: [SQL] =
        (own.isEmpty ? [] : ["DROP PRIMARY KEY"]) + (other.isEmpty || isAddedWithColumn ? [] : [added])
      statements = parts.isEmpty ? [] : ["ALTER TABLE \(table) \(parts.joined(separator: ", "))"]
    }
    return [(.keys, difference(.primaryKey, kind, Self.list(kind == .extra ? own : other), words, statements))]
  }

  /// The unique constraints that are no indexes of their own.
  func constraints(of table: TableDescription) -> [UniqueConstraint] {
    let indexes = Set(TableTranslation.ownIndexes(of: table, language.schemaDialect).map(\.name))
    return table.uniqueConstraints.filter { $0.name.map { !indexes.contains($0) } ?? true }
  }

  func uniqueConstraints() -> [SchemaComparison.Turned] {
    var rest = constraints(of: actual)
    var turned: [SchemaComparison.Turned] = []
    for constraint in constraints(of: wanted) {
      if let index = rest.firstIndex(where: { same($0.columns, constraint.columns) }) {
        rest.remove(at: index)
        continue
      }
      let list = Self.list(constraint.columns)
      let added: SQL =
        "ALTER TABLE \(table) ADD \(Self.named(constraint.name))UNIQUE (\(Self.names(constraint.columns)))"
      turned.append(
        (
          .keys,
          difference(
            .uniqueConstraint, .missing, list, "\(list) should be unique", alteration == .columns ? nil : [added])
        ))
    }
    for constraint in rest {
      let list = Self.list(constraint.columns)
      turned.append(
        (
          .droppedIndexes,
          difference(
            .uniqueConstraint, .extra, list, "\(list) should not be unique", dropping(constraint: constraint.name))
        ))
    }
    return turned
  }

  private func dropping(constraint name: String?) -> [SQL]? {
    guard alteration != .columns, let name else { return nil }
    return ["ALTER TABLE \(table) DROP CONSTRAINT \(identifier: name)"]
  }

  // MARK: Indexes

  func indexes() -> [SchemaComparison.Turned] {
    var rest = TableTranslation.ownIndexes(of: actual, language.schemaDialect)
    var turned: [SchemaComparison.Turned] = []
    for index in TableTranslation.ownIndexes(of: wanted, language.schemaDialect) {
      guard let place = rest.firstIndex(where: { same($0.name, index.name) }) else {
        turned.append(
          (
            .keys,
            difference(
              .index, .missing, index.name, "the index \(index.name) on \(Self.text(index)) is missing",
              [creating(index)]
            )
          ))
        continue
      }
      let found = rest.remove(at: place)
      guard !sameSQL(Self.text(found), Self.text(index)) else { continue }
      turned.append(
        (
          .keys,
          difference(
            .index, .different, index.name,
            "the index \(index.name) is on \(Self.text(found)) and should be on \(Self.text(index))",
            [dropping(found), creating(index)])
        ))
    }
    for index in rest {
      turned.append(
        (
          .droppedIndexes,
          difference(
            .index, .extra, index.name, "the index \(index.name) on \(Self.text(index)) should not be there",
            [dropping(index)])
        ))
    }
    return turned
  }

  private func creating(_ index: IndexDescription) -> SQL {
    TableDefinition.statement(
      creating: index, on: TableName(name: actual.name.name), in: language.schemaDialect)
  }

  private func dropping(_ index: IndexDescription) -> SQL {
    TableDefinition.statement(
      droppingIndex: index.name, of: TableName(name: actual.name.name), in: language.schemaDialect)
  }

  /// `(a, b DESC), unique, where b > 0`
  private static func text(_ index: IndexDescription) -> String {
    if let declaration = index.declaration { return declaration + (index.isUnique ? ", unique" : "") }
    let parts = index.columns.map { part in
      let term =
        switch part.term {
        case .column(let name): name
        case .expression(let text): text ?? "an expression"
        }
      return term + (part.collation.map { " COLLATE \($0)" } ?? "") + (part.isDescending ? " DESC" : "")
    }
    return list(parts) + (index.isUnique ? ", unique" : "")
      + (index.isPartial ? ", where \(index.predicate ?? "a condition holds")" : "")
  }

  // MARK: References

  func foreignKeys() -> [SchemaComparison.Turned] {
    var rest = actual.foreignKeys
    var turned: [SchemaComparison.Turned] = []
    for key in wanted.foreignKeys {
      if let place = rest.firstIndex(where: { same($0, key) }) {
        rest.remove(at: place)
        continue
      }
      if comesWithColumn(key) { continue }
      // Where only what it does differs, it is one difference and not two.
      let found = rest.firstIndex { same($0.columns, key.columns) }.map { rest.remove(at: $0) }
      let name = Self.list(key.columns)
      let words =
        found.map { "the foreign key \(name) \(Self.text($0)) and should be one that \(Self.text(key))" }
        ?? "the foreign key \(name), which \(Self.text(key)), is missing"
      turned.append(
        (
          .references,
          difference(.foreignKey, found == nil ? .missing : .different, name, words, adding(key, inPlaceOf: found))
        ))
    }
    for key in rest {
      let name = Self.list(key.columns)
      turned.append(
        (
          .droppedReferences,
          difference(
            .foreignKey, .extra, name, "the foreign key \(name), which \(Self.text(key)), should not be there",
            dropping(constraint: key.name))
        ))
    }
    return turned
  }

  private func same(_ first: ForeignKey, _ second: ForeignKey) -> Bool {
    same(first.columns, second.columns) && same(first.referencedColumns, second.referencedColumns)
      && same(first.referencedTable.description, second.referencedTable.description)
      && first.onDelete == second.onDelete && first.onUpdate == second.onUpdate
      && first.isDeferred == second.isDeferred
  }

  private func adding(_ key: ForeignKey, inPlaceOf found: ForeignKey?) -> [SQL]? {
    if alteration == .columns { return nil }
    var statements: [SQL] = []
    if let found {
      guard let dropped = dropping(constraint: found.name) else { return nil }
      statements = dropped
    }
    return statements + ["ALTER TABLE \(table) ADD \(key.declaration(in: language.schemaDialect))"]
  }

  /// A column that is missing brings what is declared with it.
  private func comesWithColumn(_ key: ForeignKey) -> Bool {
    guard key.columns.count == 1, isMissing(key.columns[0]), let text = declarations.text(of: key.columns[0]) else {
      return false
    }
    return ComparableSQL(text, language.dialect).mentions("references")
  }

  private static func text(_ key: ForeignKey) -> String {
    var text = "refers to \(key.referencedTable) \(list(key.referencedColumns))"
    if key.onDelete != .noAction { text += " ON DELETE \(key.onDelete.rawValue)" }
    if key.onUpdate != .noAction { text += " ON UPDATE \(key.onUpdate.rawValue)" }
    if key.isDeferred { text += ", deferred" }
    return text
  }

  // MARK: Conditions

  func checks() -> [SchemaComparison.Turned] {
    var rest = actual.checkConstraints
    var turned: [SchemaComparison.Turned] = []
    for check in wanted.checkConstraints {
      if let place = rest.firstIndex(where: { sameSQL($0.expression, check.expression) }) {
        rest.remove(at: place)
        continue
      }
      // A column that is missing brings what is declared with it.
      if let column = check.column, isMissing(column) { continue }
      turned.append(
        (
          .keys,
          difference(
            .checkConstraint, .missing, check.expression, "the condition \(check.expression) is missing", adding(check))
        ))
    }
    for check in rest {
      turned.append(
        (
          .droppedIndexes,
          difference(
            .checkConstraint, .extra, check.expression, "the condition \(check.expression) should not be there",
            dropping(check))
        ))
    }
    return turned
  }

  private func adding(_ check: CheckConstraint) -> [SQL]? {
    switch (alteration, check.column.flatMap { wanted.column(named: $0) }) {
    case (.columns, _): return nil
    case (.everything, let column?): return ["ALTER TABLE \(table) MODIFY COLUMN \(declaration(of: column))"]
    default:
      return ["ALTER TABLE \(table) ADD \(Self.named(check.name))CHECK (\(raw: check.expression))"]
    }
  }

  private func dropping(_ check: CheckConstraint) -> [SQL]? {
    if alteration == .everything, check.name == nil, let column = check.column {
      guard let wanted = wanted.column(named: column) else { return [] }
      return ["ALTER TABLE \(table) MODIFY COLUMN \(declaration(of: wanted))"]
    }
    return dropping(constraint: check.name)
  }

  private static func named(_ constraint: String?) -> SQL {
    constraint.map { "CONSTRAINT \(identifier: $0) " } ?? ""
  }

  private static func names(_ columns: [String]) -> SQL {
    columns.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
  }
}
