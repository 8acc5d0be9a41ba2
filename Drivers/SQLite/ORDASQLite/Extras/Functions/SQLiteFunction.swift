#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import CSQLite
internal import ORDA

/// A function of the program, for one connection; SQLite owns it and releases it with the connection.
final class SQLiteFunction {
  private let name: String
  private let failure: SQLiteFunctionFailure
  private let body: @Sendable ([Value]) throws -> Value

  init(name: String, failure: SQLiteFunctionFailure, _ body: @escaping @Sendable ([Value]) throws -> Value) {
    self.name = name
    self.failure = failure
    self.body = body
  }

  /// Gives the function to a connection.
  func register(
    on connection: SQLiteConnection, arguments: Int?, isDeterministic: Bool
  ) throws(DatabaseError) {
    let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    // SQLite calls the destructor even if this fails.
    let code = sqlite3_create_function_v2(
      connection.database, name, Int32(truncatingIfNeeded: arguments ?? -1), flags,
      Unmanaged.passRetained(self).toOpaque(), functionCallback, nil, nil, functionDestructor)
    guard code == SQLITE_OK else { throw connection.error(code, sql: nil, during: .other) }
  }

  fileprivate func call(_ context: OpaquePointer, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
    do {
      try Self.give(try body(arguments.map { Value(sqlite: $0) }), to: context)
    } catch {
      let thrown = error as? DatabaseError ?? DatabaseError(.other, "the function \(name) threw \(error)")
      failure.report(thrown, to: context)
    }
  }

  /// Passes a value to SQLite in the form in which a bound one is stored.
  private static func give(_ value: Value, to context: OpaquePointer) throws(DatabaseError) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .int(let number): sqlite3_result_int64(context, number)
    case .uint(let number):
      throw DatabaseError(
        .outOfRange, "\(number) is above 9223372036854775807, the largest integer that SQLite stores")
    case .double(let number):
      if number.isNaN { throw DatabaseError(.outOfRange, "SQLite can't store NaN; it would make it NULL") }
      sqlite3_result_double(context, number)
    case .decimal(let number): give(number.description, to: context)
    case .text(let text), .json(let text): give(text, to: context)
    case .bytes(let bytes):
      if bytes.isEmpty {
        // SQLite takes an empty buffer, which may have no address, for NULL.
        sqlite3_result_zeroblob(context, 0)
      } else {
        bytes.withUnsafeBytes { orda_sqlite3_result_blob(context, $0.baseAddress, UInt64($0.count)) }
      }
    case .date(let date): give(date.description, to: context)
    case .time(let time): give(time.description, to: context)
    case .timestamp(let timestamp): give(timestamp.description, to: context)
    case .instant(let instant): give(instant.description, to: context)
    case .uuid(let uuid): give(uuid.uuidString.lowercased(), to: context)
    // A string that is not UTF-8, as it was given.
    case .other("text", let bytes):
      bytes.withUnsafeBytes {
        orda_sqlite3_result_text(context, $0.assumingMemoryBound(to: CChar.self).baseAddress, UInt64($0.count))
      }
    case .other(let type, _): throw DatabaseError(.unsupported, "SQLite has no type \(type)")
    }
  }

  private static func give(_ text: String, to context: OpaquePointer) {
    // A C string has an address even if it is empty; its length is passed too, so that NULs in it are kept.
    text.withCString { orda_sqlite3_result_text(context, $0, UInt64(text.utf8.count)) }
  }
}

// Declared nonisolated, as every callback from C must be: SQLite calls them on whichever thread is running.

private func functionCallback(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let context, let function = sqlite3_user_data(context) else { return }
  Unmanaged<SQLiteFunction>.fromOpaque(function).takeUnretainedValue()
    .call(context, UnsafeBufferPointer(start: arguments, count: arguments == nil ? 0 : Int(count)))
}

private func functionDestructor(_ function: UnsafeMutableRawPointer?) {
  if let function { Unmanaged<SQLiteFunction>.fromOpaque(function).release() }
}
