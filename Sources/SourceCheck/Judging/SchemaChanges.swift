import ORDA

/// What the sources' own statements do to the schema, according to the words of CREATE and ALTER: names in small
/// letters.
struct SchemaChanges {
  /// The tables and views that they make.
  private(set) var created: Set<String>
  /// The tables that they change, whose columns are therefore unknown.
  private(set) var altered: Set<String> = []

  init(_ findings: SourceFindings, _ dialect: Dialect) {
    created = findings.tables
    // A definition returns no rows.
    for statement in findings.statements where statement.type == nil {
      note(statement.literal.text(statement.literal.shown), dialect)
    }
  }

  private mutating func note(_ text: String, _ dialect: Dialect) {
    guard text.utf8.containsWord("create") || text.utf8.containsWord("alter") else { return }
    let pieces = StatementTokens(text, dialect: dialect).pieces
    for (index, piece) in pieces.enumerated() where piece.is("table") || piece.is("view") {
      // CREATE OR REPLACE TEMPORARY TABLE IF NOT EXISTS main.name
      let before = pieces[..<index].suffix(4).map(\.word)
      let after = pieces[(index + 1)...].drop { $0.is("if") || $0.is("not") || $0.is("exists") }
      guard var name = after.first?.name else { continue }
      if after.dropFirst().first?.word == "." { name = after.dropFirst(2).first?.name ?? name }
      if before.contains("create") { created.insert(name) }
      if before.last == "alter" { altered.insert(name) }
    }
  }
}
