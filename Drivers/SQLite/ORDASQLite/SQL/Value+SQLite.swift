internal import CSQLite
internal import ORDA

extension Value {
  /// A value as SQLite stores it.
  init(sqlite value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .int(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .double(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      self = TextDecoding.value(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      self = .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
    default: self = .null
    }
  }
}
