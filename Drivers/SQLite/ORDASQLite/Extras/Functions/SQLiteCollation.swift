internal import CSQLite
internal import ORDA

/// An order of strings, for one connection; SQLite owns it and releases it with the connection.
final class SQLiteCollation {
  private let areInIncreasingOrder: @Sendable (String, String) -> Bool

  init(_ areInIncreasingOrder: @escaping @Sendable (String, String) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  /// Gives the order to a connection.
  func register(_ name: String, on connection: SQLiteConnection) throws(DatabaseError) {
    let context = Unmanaged.passRetained(self)
    let code = sqlite3_create_collation_v2(
      connection.database, name, SQLITE_UTF8, context.toOpaque(), collationCallback, collationDestructor)
    guard code == SQLITE_OK else {
      // Unlike with functions, SQLite does not call the destructor here.
      context.release()
      throw connection.error(code, sql: nil, during: .other)
    }
  }

  fileprivate func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
    if left.elementsEqual(right) { return 0 }
    let first = String(decoding: left, as: UTF8.self)
    let second = String(decoding: right, as: UTF8.self)
    // Asked both ways, so that a predicate that answers yes to both, such as `<=`, gives an order too.
    switch (areInIncreasingOrder(first, second), areInIncreasingOrder(second, first)) {
    case (true, false): return -1
    case (false, true): return 1
    default: return 0
    }
  }
}

// Declared nonisolated, as every callback from C must be: SQLite calls them on whichever thread is running.

private func collationCallback(
  _ context: UnsafeMutableRawPointer?, _ leftCount: Int32, _ left: UnsafeRawPointer?, _ rightCount: Int32,
  _ right: UnsafeRawPointer?
) -> Int32 {
  guard let context else { return 0 }
  return Unmanaged<SQLiteCollation>.fromOpaque(context).takeUnretainedValue().compare(
    UnsafeRawBufferPointer(start: left, count: left == nil ? 0 : Int(leftCount)),
    UnsafeRawBufferPointer(start: right, count: right == nil ? 0 : Int(rightCount)))
}

private func collationDestructor(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<SQLiteCollation>.fromOpaque(context).release() }
}
