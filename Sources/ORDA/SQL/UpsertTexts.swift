/// The statements that together change the row with a key, or insert it: a program treats them as one.
///
/// Each takes its values by number: `?1` is the value of the first column.
final class UpsertTexts: Sendable {
  /// The names of the columns, in the order of their values.
  let names: [String]
  /// The single statement that does everything, if the database has one.
  let whole: SQL?
  /// Sets the columns in the row with the key; nil if an existing row stays as it is.
  let update: SQL?
  /// Inserts the row.
  let insertion: SQL
  /// Finds the row with the key, as it is now and not as the transaction first saw it.
  let search: SQL

  init(names: [String], whole: SQL?, update: SQL?, insertion: SQL, search: SQL) {
    self.names = names
    self.whole = whole
    self.update = update
    self.insertion = insertion
    self.search = search
  }

  /// All of them, one after another: this distinguishes the upsert from every other, and from every statement.
  func render(_ dialect: Dialect) -> String {
    [whole, update, insertion, search].compactMap { $0?.render(dialect) }.joined(separator: ";\n")
  }
}

extension SQL {
  /// What a program prepares and executes as one statement, with a parameter for each column.
  init(_ upsert: UpsertTexts) {
    text = ""
    identifiers = [Identifier(offset: 0, names: [], upsert: upsert)]
  }

  /// The upsert, if this is one and nothing else.
  var upsert: UpsertTexts? { identifiers.count == 1 && text.isEmpty ? identifiers[0].upsert : nil }
}

/// The statements of an upsert, each as its driver wants it.
struct ParsedUpsert: Sendable {
  let whole: ParsedStatement?
  let update: ParsedStatement?
  let insertion: ParsedStatement
  let search: ParsedStatement

  init(_ texts: UpsertTexts, dialect: Dialect) throws(DatabaseError) {
    whole = try texts.whole.map { (sql) throws(DatabaseError) in try Self.parse(sql, dialect) }
    update = try texts.update.map { (sql) throws(DatabaseError) in try Self.parse(sql, dialect) }
    insertion = try Self.parse(texts.insertion, dialect)
    search = try Self.parse(texts.search, dialect)
  }

  private static func parse(_ sql: SQL, _ dialect: Dialect) throws(DatabaseError) -> ParsedStatement {
    try .parse(sql.render(dialect), interpolations: 0, dialect: dialect)
  }
}
