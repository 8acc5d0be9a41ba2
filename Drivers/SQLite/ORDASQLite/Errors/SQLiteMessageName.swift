/// Takes apart the names in SQLite's messages, which have no quotes.
struct SQLiteMessageName {
  /// The statement's text: its names decide where to divide a name that contains a dot. It is tokenized only if that is
  /// in doubt.
  let sql: String?

  /// The last part of `schema.table` or `table.column`, if the statement itself divides it so; otherwise the whole.
  ///
  /// SQLite adds `main.` and the like by itself, so those are always removed.
  func unqualified(_ name: String) -> String {
    var name = name
    // A schema, a table and a column at most.
    for _ in 0..<2 {
      guard let rest = withoutQualifier(name) else { break }
      name = rest
    }
    return name
  }

  /// The table and columns of `t.c` or `t.c, t.d`, or nil for any other string.
  ///
  /// A dot may be part of a name: a division that the statement's own names confirm is preferred, otherwise the first.
  func columns(_ text: String) -> (table: String, columns: [String])? {
    let divisions = divisions(text)
    let confirmed = divisions.count > 1 ? firstKnown(divisions) : nil
    guard let (table, rest) = confirmed ?? divisions.first else { return nil }
    return (table, rest.split(separator: ", \(table).").map(String.init))
  }

  /// What follows the qualifier of a name, or nil if it has none.
  private func withoutQualifier(_ name: String) -> String? {
    let divisions = divisions(name)
    guard let first = divisions.first else { return nil }
    if SQLiteName.equal(first.prefix, "main") || SQLiteName.equal(first.prefix, "temp") { return first.rest }
    guard let sql else { return nil }
    let tokens = SchemaText(sql).tokens
    return divisions.first { isQualified($0.prefix, by: $0.rest, in: tokens) }?.rest
  }

  /// Each way to divide a string at one of its first dots; no name has more.
  private func divisions(_ text: String) -> [(prefix: String, rest: String)] {
    text.indices.lazy.filter { text[$0] == "." }.prefix(16).compactMap { dot in
      let prefix = text[..<dot]
      let rest = text[text.index(after: dot)...]
      return prefix.isEmpty || rest.isEmpty ? nil : (String(prefix), String(rest))
    }
  }

  /// The first division whose prefix the statement names.
  private func firstKnown(_ divisions: [(prefix: String, rest: String)]) -> (prefix: String, rest: String)? {
    guard let sql else { return nil }
    let names = Set(SchemaText(sql).tokens.lazy.filter(\.canBeName).map { SQLiteName.capitals($0.name) })
    return divisions.first { names.contains(SQLiteName.capitals($0.prefix)) }
  }

  /// True if the statement has the prefix, a dot, and then the rest or the beginning of it.
  private func isQualified(_ prefix: String, by rest: String, in tokens: [SchemaToken]) -> Bool {
    guard tokens.count > 2 else { return false }
    let rest = SQLiteName.capitals(rest)
    return (0..<tokens.count - 2).contains { index in
      tokens[index].canBeName && tokens[index + 1].isSymbol(".") && tokens[index + 2].canBeName
        && SQLiteName.equal(tokens[index].name, prefix)
        && rest.hasPrefix(SQLiteName.capitals(tokens[index + 2].name))
    }
  }
}

extension String {
  /// What follows a prefix, if the string has it.
  func suffix(after prefix: String) -> String { String(dropFirst(prefix.count)) }

  /// What is between a prefix and a suffix, or nil unless the string has both.
  func between(_ prefix: String, _ suffix: String) -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix), count >= prefix.count + suffix.count else { return nil }
    return String(dropFirst(prefix.count).dropLast(suffix.count))
  }
}
