import ORDA

extension TableDescription {
  /// The text that makes the table or the view again: the database's own, or what its description says.
  func statements(in language: DatabaseLanguage) throws(DatabaseError) -> String {
    if let sql { return sql + ";" }
    guard kind == .table else { return "-- \(name.name): the database keeps no statement of it" }
    let translation = TableTranslation(self, from: language, to: language)
    var lines = translation.notes.map { "-- \($0)" }
    for statement in try translation.statements(in: language.schemaDialect) {
      lines.append(statement.render(language.dialect) + ";")
    }
    return lines.joined(separator: "\n")
  }
}
