import ORDA

extension [TableTranslation] {
  /// The references, by the tables that have them, to tables that are made later. Where ALTER TABLE takes references, a
  /// database refuses to declare one to a table that is not there; these are then added in the end.
  func laterReferences(in dialect: any SchemaDialect) -> [String: [ForeignKey]] {
    guard dialect.limits.alteration == .constraints else { return [:] }
    var later: [String: [ForeignKey]] = [:]
    var missing = Set(map(\.definition.name.name))
    for table in self where table.text == nil {
      missing.remove(table.definition.name.name)
      let keys = table.definition.foreignKeys.filter { missing.contains($0.referencedTable.name) }
      if !keys.isEmpty { later[table.definition.name.name] = keys }
    }
    return later
  }
}

extension TableTranslation {
  /// The statements that make the table without some of its references, and its indexes, in order.
  func statements(without references: [ForeignKey], in dialect: any SchemaDialect) throws(DatabaseError) -> [SQL] {
    if references.isEmpty { return try statements(in: dialect) }
    var definition = definition
    definition.foreignKeys.removeAll(where: references.contains)
    return try definition.statements(in: dialect)
  }
}

extension ForeignKey {
  /// The statement that adds the reference to a table.
  func adding(to table: String, in dialect: any SchemaDialect) -> SQL {
    "ALTER TABLE \(identifier: table) ADD \(declaration(in: dialect))"
  }
}
