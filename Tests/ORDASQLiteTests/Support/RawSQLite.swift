import CSQLite
import ORDA

@testable import ORDASQLite

/// A connection straight to the library, so that errors and schemas in tests are SQLite's own and no other code's.
final class RawSQLite {
  private var handle: OpaquePointer?
  /// The result code of opening.
  let openCode: Int32

  init(_ path: String = ":memory:", flags: Int32 = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI) {
    openCode = sqlite3_open_v2(path, &handle, flags, nil)
    sqlite3_extended_result_codes(handle, 1)
    _ = orda_sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nil)
  }

  /// A connection that has run statements.
  convenience init(running statements: [String]) throws {
    self.init()
    for sql in statements { try query(sql) }
  }

  deinit { sqlite3_close_v2(handle) }

  var message: String { String(cString: sqlite3_errmsg(handle)) }
  var extendedCode: Int32 { sqlite3_extended_errcode(handle) }

  /// Hands out the library's handle.
  @discardableResult
  func withHandle<T>(_ body: (OpaquePointer?) -> T) -> T { body(handle) }

  /// The schema of this connection.
  var schema: SQLiteSchema {
    SQLiteSchema { sql, parameters throws(DatabaseError) in try self.query(sql, parameters) }
  }

  /// Runs the first statement of a text and returns its rows.
  @discardableResult
  func query(_ sql: String, _ parameters: [Value] = []) throws(DatabaseError) -> [[Value]] {
    let statement = try RawStatement(self, sql)
    for (index, value) in parameters.enumerated() { try statement.bind(value, at: Int32(index) + 1) }
    var rows: [[Value]] = []
    while let row = try statement.step() { rows.append(row) }
    return rows
  }

  /// The error that a statement ends in, or nil where it succeeds.
  func error(of sql: String, _ parameters: [Value] = []) -> DatabaseError? {
    do throws(DatabaseError) {
      try query(sql, parameters)
      return nil
    } catch { return error }
  }

  /// The error that SQLite has just reported, with the code a call returned.
  func error(_ code: Int32, sql: String? = nil, during operation: SQLiteErrors.Operation) -> DatabaseError {
    SQLiteErrors.error(
      code: extendedCode & 0xFF == code & 0xFF ? extendedCode : code, message: message, sql: sql, during: operation,
      systemErrno: sqlite3_system_errno(handle))
  }
}

/// A prepared statement of a ``RawSQLite``.
final class RawStatement {
  private let connection: RawSQLite
  private let sql: String
  private var handle: OpaquePointer?

  init(_ connection: RawSQLite, _ sql: String) throws(DatabaseError) {
    self.connection = connection
    self.sql = sql
    var statement: OpaquePointer?
    let code = connection.withHandle { sqlite3_prepare_v2($0, sql, -1, &statement, nil) }
    handle = statement
    if code != SQLITE_OK { throw connection.error(code, sql: sql, during: .prepare) }
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ value: Value, at index: Int32) throws(DatabaseError) {
    let code: Int32 =
      switch value {
      case .int(let int): sqlite3_bind_int64(handle, index, int)
      case .text(let text):
        sqlite3_bind_text(
          handle, index, text, Int32(text.utf8.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      default: sqlite3_bind_null(handle, index)
      }
    if code != SQLITE_OK { throw connection.error(code, sql: sql, during: .bind) }
  }

  /// The next row, or nil at the end.
  func step() throws(DatabaseError) -> [Value]? {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return (0..<sqlite3_column_count(handle)).map(column)
    case SQLITE_DONE: return nil
    case let code:
      let error = connection.error(code, sql: sql, during: .step)
      sqlite3_reset(handle)
      throw error
    }
  }

  private func column(_ index: Int32) -> Value {
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .int(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .double(sqlite3_column_double(handle, index))
    case SQLITE_TEXT: return .text(sqlite3_column_text(handle, index).map { String(cString: $0) } ?? "")
    default: return .null
    }
  }
}
