internal import ORDA

/// Reads the messages of SQLite's plain code 1, where only the words distinguish one error from another.
enum SQLiteStatementMessage {
  /// The kind, and the table and column that the message names.
  static func details(message: String, sql: String?, operation: SQLiteErrors.Operation) -> SQLiteErrorDetails {
    missing(message, sql: sql) ?? existing(message) ?? refused(message) ?? byOperation(message, operation)
  }

  /// A table, view or column that is not there.
  private static func missing(_ message: String, sql: String?) -> SQLiteErrorDetails? {
    for prefix in ["no such table: ", "no such view: "] where message.hasPrefix(prefix) {
      let name = SQLiteMessageName(sql: sql).unqualified(message.suffix(after: prefix))
      return SQLiteErrorDetails(.noSuchTable, table: name)
    }
    if let name = message.between("no such index: ", "") { return SQLiteErrorDetails(.noSuchIndex, constraint: name) }
    if message.hasPrefix("no such trigger: ") { return SQLiteErrorDetails(.noSuchTrigger) }
    for prefix in ["no such column: ", "no such table column: "] where message.hasPrefix(prefix) {
      var name = message.suffix(after: prefix)
      // Later versions of SQLite ask whether a string was meant.
      if let quoted = name.between("\"", "\" - should this be a string literal in single-quotes?") { name = quoted }
      return SQLiteErrorDetails(.noSuchColumn, column: SQLiteMessageName(sql: sql).unqualified(name))
    }
    if let (table, column) = divide(message, "table ", " has no column named ") {
      return SQLiteErrorDetails(.noSuchColumn, table: table, column: column)
    }
    if let column = message.between("unknown column \"", "\" in foreign key definition") {
      return SQLiteErrorDetails(.noSuchColumn, column: column)
    }
    return nil
  }

  /// A name that is taken.
  private static func existing(_ message: String) -> SQLiteErrorDetails? {
    for sort in ["table", "view"] {
      if let name = message.between("\(sort) ", " already exists")
        ?? message.between("there is already a \(sort) named ", "")
      {
        return SQLiteErrorDetails(.alreadyExists, table: unquoted(name))
      }
    }
    if let name = message.between("there is already another table or index with this name: ", "") {
      return SQLiteErrorDetails(.alreadyExists, table: name)
    }
    if let name = message.between("index ", " already exists")
      ?? message.between("there is already an index named ", "")
    {
      return SQLiteErrorDetails(.alreadyExists, constraint: unquoted(name))
    }
    if let name = message.between("duplicate column name: ", "") {
      return SQLiteErrorDetails(.alreadyExists, column: name)
    }
    if message.hasSuffix(" already exists") || message.hasSuffix(" is already in use") {
      return SQLiteErrorDetails(.alreadyExists)
    }
    return nil
  }

  /// How the message begins where an authorizer has refused something: the code is another one for a function, and for what a
  /// virtual table does.
  static let unauthorized = "not authorized"

  /// What is well-formed and still can't be done.
  private static func refused(_ message: String) -> SQLiteErrorDetails? {
    if message.hasPrefix(unauthorized) { return SQLiteErrorDetails(.permission) }
    for (prefix, suffix) in [("table ", " may not be modified"), ("cannot modify ", " because it is a view")] {
      if let table = message.between(prefix, suffix) { return SQLiteErrorDetails(.unsupported, table: table) }
    }
    for prefix in ["cannot INSERT into generated column \"", "cannot UPDATE generated column \""] {
      if let column = message.between(prefix, "\"") { return SQLiteErrorDetails(.unsupported, column: column) }
    }
    if message.hasPrefix("foreign key mismatch - "),
      let table = divide(message, "foreign key mismatch - \"", "\" referencing \"")
    {
      return SQLiteErrorDetails(.misuse, table: table.0)
    }
    let misuses = [
      "cannot start a transaction within", "cannot commit", "cannot rollback", "no such savepoint: ", "cannot release",
      "cannot open savepoint", "cannot VACUUM", "cannot change into wal mode", "cannot change out of wal mode",
      "Safety level may not be changed", "cannot ATTACH database within", "cannot DETACH database within",
    ]
    if misuses.contains(where: message.hasPrefix) { return SQLiteErrorDetails(.misuse) }
    let limits = [
      "too many ", "Expression tree is too large", "parser stack overflow", "at most ", "statement too long",
    ]
    if limits.contains(where: message.hasPrefix) { return SQLiteErrorDetails(.dataTooLong) }
    if message.hasPrefix("integer overflow") { return SQLiteErrorDetails(.outOfRange) }
    return nil
  }

  /// SQLite finds what is wrong with a text when it compiles it. What it finds later is in the data, except for a
  /// statement that it compiles again because the table has changed.
  private static func byOperation(_ message: String, _ operation: SQLiteErrors.Operation) -> SQLiteErrorDetails {
    if operation == .prepare || message.hasSuffix(" values were supplied") || isOfText(message) {
      let table = divide(message, "table ", " has ").map(\.0)
      return SQLiteErrorDetails(.syntax, table: table)
    }
    return SQLiteErrorDetails(operation == .bind ? .misuse : .other)
  }

  /// True for what only compiling finds, whenever that happens.
  private static func isOfText(_ message: String) -> Bool {
    let beginnings = [
      "near \"", "incomplete input", "unrecognized token", "ambiguous column name", "no such function: ",
      "no such collation sequence: ", "no such module: ", "wrong number of arguments to function", "misuse of ",
      "fts5: syntax error", "fts5: parser stack overflow", "unterminated string", "unknown special query: ",
    ]
    return beginnings.contains(where: message.hasPrefix)
  }

  /// What an authorizer refused: `access to t.c is prohibited`, or only `not authorized`.
  static func prohibited(_ message: String, sql: String?) -> SQLiteErrorDetails {
    guard let subject = message.between("access to ", " is prohibited"),
      let (table, columns) = SQLiteMessageName(sql: sql).columns(subject)
    else { return SQLiteErrorDetails(.permission) }
    return SQLiteErrorDetails(.permission, table: table, column: columns.joined(separator: ", "))
  }

  /// The text after `prefix`, divided at the first `middle`.
  private static func divide(_ message: String, _ prefix: String, _ middle: String) -> (String, String)? {
    guard message.hasPrefix(prefix) else { return nil }
    let rest = message.suffix(after: prefix)
    guard let end = rest.firstEnd(of: middle) else { return nil }
    return (String(rest[..<end].dropLast(middle.count)), String(rest[end...]))
  }

  private static func unquoted(_ name: String) -> String { name.between("\"", "\"") ?? name }
}

extension String {
  /// Where the first occurrence of a string ends, or nil if there is none.
  func firstEnd(of text: String) -> Index? {
    indices.lazy.compactMap { start in
      self[start...].hasPrefix(text) ? self.index(start, offsetBy: text.count) : nil
    }.first
  }
}
