internal import ORDA

/// Makes a ``DatabaseError`` from what SQLite reports.
enum SQLiteErrors {
  /// What SQLite was asked to do when it failed; the plain code 1 means different things at each.
  enum Operation: Sendable {
    /// Opening the database.
    case open
    /// Compiling a statement.
    case prepare
    /// Binding a value.
    case bind
    /// Running a statement, or resetting one that failed.
    case step
    /// Anything else: a pragma's file control, a backup, a blob handle.
    case other
  }

  /// The error for a result code.
  ///
  /// The message keeps SQLite's own words. If they omit what the code says, an explanation follows after a colon.
  /// Tables, columns and constraints come from the message if it names them.
  ///
  /// - Parameters:
  ///   - code: The extended result code; a primary one will do, and says less.
  ///   - message: The result of `sqlite3_errmsg`, or nil if there is no connection to ask.
  ///   - sql: The statement's text, as SQLite got it.
  ///   - operation: What was being done.
  ///   - systemErrno: The result of `sqlite3_system_errno` for a failure of the file system, or 0.
  static func error(
    code: Int32, message: String?, sql: String? = nil, during operation: Operation = .step, systemErrno: Int32 = 0
  ) -> DatabaseError {
    let words = message ?? "SQLite failed"
    let details = details(code: code, message: words, sql: sql, operation: operation, systemErrno: systemErrno)
    let explanation = explanation(code: code, systemErrno: systemErrno) ?? explanation(of: words)
    let text = explanation.map { "\(words): \($0)" } ?? words
    var error = DatabaseError(
      details.kind, text, vendorCode: Int(code), sql: sql, table: details.table, column: details.column,
      constraint: details.constraint)
    // Trying again at once does not release a lock held within this same connection.
    if SQLiteCode.primary(code) == SQLiteCode.locked { error.isRetryable = code == SQLiteCode.lockedSharedCache }
    return error
  }

  private static func details(
    code: Int32, message: String, sql: String?, operation: Operation, systemErrno: Int32
  ) -> SQLiteErrorDetails {
    switch SQLiteCode.primary(code) {
    case SQLiteCode.constraint:
      return SQLiteConstraintMessage.details(code: code, message: message, sql: sql)
    case SQLiteCode.error where operation != .open:
      return SQLiteStatementMessage.details(message: message, sql: sql, operation: operation)
    case SQLiteCode.locked:
      let prefix = "database table is locked: "
      return SQLiteErrorDetails(.busy, table: message.hasPrefix(prefix) ? message.suffix(after: prefix) : nil)
    case SQLiteCode.authorization:
      return SQLiteStatementMessage.prohibited(message, sql: sql)
    default:
      return SQLiteErrorDetails(kind(code: code, operation: operation, systemErrno: systemErrno))
    }
  }

  /// The kind if the code alone decides it.
  private static func kind(code: Int32, operation: Operation, systemErrno: Int32) -> DatabaseError.Kind {
    switch SQLiteCode.primary(code) {
    case SQLiteCode.error: .cannotOpen
    case SQLiteCode.internal: .protocolViolation
    case SQLiteCode.permission: .permission
    case SQLiteCode.abort: code == SQLiteCode.abortRollback ? .transactionEnded(.rolledBack) : .cancelled
    case SQLiteCode.busy: code == SQLiteCode.busySnapshot ? .serialization : .busy
    case SQLiteCode.protocol: .busy
    case SQLiteCode.noMemory: .outOfMemory
    case SQLiteCode.readOnly: .readOnly
    case SQLiteCode.interrupt: .cancelled
    case SQLiteCode.io: ioKind(code: code, systemErrno: systemErrno)
    case SQLiteCode.corrupt, SQLiteCode.notADatabase: .corrupt
    case SQLiteCode.full: .full
    case SQLiteCode.cannotOpen: .cannotOpen
    case SQLiteCode.schema: .serialization
    case SQLiteCode.tooBig: .dataTooLong
    case SQLiteCode.mismatch: .constraint(.dataType)
    case SQLiteCode.misuse, SQLiteCode.range: .misuse
    case SQLiteCode.noLargeFiles: .full
    default: .other
    }
  }

  private static func ioKind(code: Int32, systemErrno: Int32) -> DatabaseError.Kind {
    switch code {
    case SQLiteCode.ioNoMemory: .outOfMemory
    case SQLiteCode.ioChecksum, SQLiteCode.ioFileSystemCorrupt: .corrupt
    case SQLiteCode.ioAuthorization: .permission
    default: SystemError.isFull(systemErrno) ? .full : .io
    }
  }
}

/// What is known about an error besides its message.
struct SQLiteErrorDetails {
  var kind: DatabaseError.Kind
  var table: String?
  var column: String?
  var constraint: String?

  init(_ kind: DatabaseError.Kind, table: String? = nil, column: String? = nil, constraint: String? = nil) {
    self.kind = kind
    self.table = table
    self.column = column
    self.constraint = constraint
  }
}

extension SQLiteErrors {
  /// True if opening the file may be what failed, and not its content.
  static func isAboutTheFile(_ kind: DatabaseError.Kind) -> Bool {
    [DatabaseError.Kind.cannotOpen, .corrupt, .io, .permission, .readOnly].contains { $0.matches(kind) }
  }
}
