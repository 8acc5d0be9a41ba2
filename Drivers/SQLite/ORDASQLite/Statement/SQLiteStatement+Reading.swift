internal import CSQLite
internal import ORDA

/// Strict reads ask for the value's type by `sqlite3_column_value`, at half the cost of `sqlite3_column_type`;
/// unchecked ones ask for NULL only if the value is zero.
extension SQLiteStatement {
  func isNull(_ cell: Int) -> Bool {
    sqlite3_column_type(handle, Int32(truncatingIfNeeded: cell)) == SQLITE_NULL
  }

  func int(_ cell: Int) -> Int64? {
    let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: cell))
    return sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
  }

  func double(_ cell: Int) -> Double? {
    let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: cell))
    return sqlite3_value_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : nil
  }

  @inline(__always)
  func text(_ cell: Int) -> String? {
    guard let bytes = utf8(cell) else { return nil }
    return TextDecoding.string(bytes)
  }

  @inline(__always)
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? {
    let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: cell))
    guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? {
    let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: cell))
    guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
    return UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value)))
  }

  func value(_ cell: Int) -> Value { Value(sqlite: sqlite3_column_value(handle, Int32(truncatingIfNeeded: cell))) }

  func lent(_ cell: Int) -> BorrowedValue {
    let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: cell))
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .int(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .double(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      return .text(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value))))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      return .bytes(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    default: return .null
    }
  }

  func uncheckedInt(_ cell: Int) -> Int64? {
    let index = Int32(truncatingIfNeeded: cell)
    let number = sqlite3_column_int64(handle, index)
    if number == 0, sqlite3_column_type(handle, index) == SQLITE_NULL { return nil }
    return number
  }

  func uncheckedDouble(_ cell: Int) -> Double? {
    let index = Int32(truncatingIfNeeded: cell)
    let number = sqlite3_column_double(handle, index)
    if number == 0, sqlite3_column_type(handle, index) == SQLITE_NULL { return nil }
    return number
  }

  func uncheckedText(_ cell: Int) -> String? {
    let index = Int32(truncatingIfNeeded: cell)
    guard let start = sqlite3_column_text(handle, index) else { return nil }
    return TextDecoding.string(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
  }

  func appendRow(to buffer: RowBuffer) {
    for index in 0..<sqlite3_column_count(handle) {
      let value = sqlite3_column_value(handle, index)
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: buffer.append(sqlite3_value_int64(value))
      case SQLITE_FLOAT: buffer.append(sqlite3_value_double(value))
      case SQLITE_TEXT:
        let start = sqlite3_value_text(value)
        buffer.append(utf8: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
      case SQLITE_BLOB:
        let start = sqlite3_value_blob(value)
        buffer.append(bytes: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
      default: buffer.appendNull()
      }
    }
  }
}
