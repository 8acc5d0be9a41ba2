internal import ORDA

extension MariaDBSchema {
  /// Describes all tables and views of a schema, or of the current one, in the order of their names.
  ///
  /// A fixed number of questions reveals everything but the texts, which the server returns one by one. They are not
  /// from one moment: what was dropped meanwhile is omitted.
  func descriptions(in schema: String?) throws(DatabaseError) -> [TableDescription] {
    let entries = try entries(in: schema).filter { $0.kind != .system && $0.kind != .virtual }
      .sorted { $0.table < $1.table }
    guard let schema = entries.first?.schema else { return [] }
    let facts = try facts(of: MariaDBSelection(schema: schema))
    var descriptions: [TableDescription] = []
    for entry in entries {
      do {
        let text = try text(of: entry.name, isView: entry.kind == .view)
        descriptions.append(description(of: entry, facts, sql: text.map(Self.withoutCounter)))
      } catch {
        // There may be a view about which this account may not learn more.
        if entry.kind == .view, error.kind == .permission {
          descriptions.append(description(of: entry, facts, sql: nil))
        } else if error.kind != .noSuchTable {
          throw error
        }
      }
    }
    return descriptions
  }

  /// The text without the next key of AUTO_INCREMENT, which is not part of the schema.
  private static func withoutCounter(_ text: String) -> String {
    // It comes after the last parenthesis, except those of partitions, and never in the lines of columns.
    guard let options = text.firstRange(of: "\n)"),
      let counter = text[options.upperBound...].firstMatch(of: /\ AUTO_INCREMENT=\d+/)
    else { return text }
    return String(text[..<counter.range.lowerBound] + text[counter.range.upperBound...])
  }
}
