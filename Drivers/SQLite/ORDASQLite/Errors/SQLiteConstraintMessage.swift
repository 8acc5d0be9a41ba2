internal import ORDA

/// Reads the messages of constraints that failed.
enum SQLiteConstraintMessage {
  /// The kind of constraint by its extended code, or else by its message, and what the message names.
  static func details(code: Int32, message: String, sql: String?) -> SQLiteErrorDetails {
    var details = SQLiteErrorDetails(.constraint)
    if let kind = kind(code: code, message: message) ?? kind(message: message) { details.kind = .constraint(kind) }
    // A trigger's words are its author's.
    guard details.kind != .constraint(.trigger) else { return details }

    if let subject = subject(message, after: ["UNIQUE", "PRIMARY KEY", "NOT NULL"]) {
      if let index = subject.between("index '", "'") {
        details.constraint = index.split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'")
      } else if let (table, columns) = SQLiteMessageName(sql: sql).columns(subject) {
        details.table = table
        details.column = columns.joined(separator: ", ")
      }
    } else if let subject = subject(message, after: ["CHECK"]) {
      details.constraint = subject
    } else if message.hasPrefix("cannot store "), let column = message.firstEnd(of: " column "),
      let (table, columns) = SQLiteMessageName(sql: sql).columns(String(message[column...]))
    {
      details.table = table
      details.column = columns.joined(separator: ", ")
    }
    return details
  }

  private static func kind(code: Int32, message: String) -> DatabaseError.Kind.Constraint? {
    switch code {
    case SQLiteCode.constraintUnique: .unique
    case SQLiteCode.constraintPrimaryKey, SQLiteCode.constraintRowID: .primaryKey
    case SQLiteCode.constraintNotNull: .notNull
    case SQLiteCode.constraintForeignKey: .foreignKey
    case SQLiteCode.constraintCheck: .check
    // RESTRICT is a trigger of SQLite's own, with this message.
    case SQLiteCode.constraintTrigger: message == "FOREIGN KEY constraint failed" ? .foreignKey : .trigger
    case SQLiteCode.constraintDataType: .dataType
    default: nil
    }
  }

  /// For the plain code 19, which a connection without extended codes reports.
  private static func kind(message: String) -> DatabaseError.Kind.Constraint? {
    let kinds: [(String, DatabaseError.Kind.Constraint)] = [
      ("UNIQUE", .unique), ("PRIMARY KEY", .primaryKey), ("NOT NULL", .notNull), ("FOREIGN KEY", .foreignKey),
      ("CHECK", .check),
    ]
    return kinds.first { message.hasPrefix("\($0.0) constraint failed") }?.1
  }

  private static func subject(_ message: String, after constraints: [String]) -> String? {
    constraints.lazy.compactMap { message.between("\($0) constraint failed: ", "") }.first
  }
}
