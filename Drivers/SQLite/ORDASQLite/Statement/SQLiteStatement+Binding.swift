#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import CSQLite
internal import ORDA

/// How SQLite stores what is bound: the table in the documentation says the same.
extension SQLiteStatement {
  @inline(__always)
  private func note(_ index: Int, _ code: Int32) {
    boundMask |= 1 << (UInt64(truncatingIfNeeded: index) & 63)
    if code != SQLITE_OK { refuse(index, code) }
  }

  @inline(never)
  private func refuse(_ index: Int, _ code: Int32) {
    if bindFailure == nil { bindFailure = connection.error(code, sql: sql, during: .bind) }
  }

  private func refuse(_ index: Int, _ kind: DatabaseError.Kind, _ reason: String) {
    boundMask |= 1 << (UInt64(truncatingIfNeeded: index) & 63)
    if bindFailure == nil {
      bindFailure = DatabaseError(kind, "parameter \(index + 1): \(reason)", sql: sql)
    }
  }

  func bindNull(at index: Int) { note(index, sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index &+ 1))) }

  func bind(_ value: Int64, at index: Int) {
    note(index, sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index &+ 1), value))
  }

  func bind(_ value: Double, at index: Int) {
    if value.isNaN {
      refuse(index, .outOfRange, "SQLite can't store NaN; it would make it NULL")
    } else {
      note(index, sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index &+ 1), value))
    }
  }

  func bind(_ value: String, at index: Int) {
    let isBound: Void? = value.utf8.withContiguousStorageIfAvailable {
      bind(utf8: UnsafeRawBufferPointer($0), at: index)
    }
    if isBound == nil {
      var copy = value
      copy.withUTF8 { bind(utf8: UnsafeRawBufferPointer($0), at: index) }
    }
  }

  private func bind(utf8 bytes: UnsafeRawBufferPointer, at index: Int) {
    let place = bound.keep(bytes).assumingMemoryBound(to: CChar.self)
    let code = orda_sqlite3_bind_text_static(
      handle, Int32(truncatingIfNeeded: index &+ 1), place, UInt64(bytes.count))
    note(index, code)
  }

  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
    let place = bound.keep(bytes)
    note(
      index, orda_sqlite3_bind_blob_static(handle, Int32(truncatingIfNeeded: index &+ 1), place, UInt64(bytes.count)))
  }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .int(let number): bind(number, at: index)
    case .uint(let number):
      refuse(index, .outOfRange, "\(number) is above 9223372036854775807, the largest integer that SQLite stores")
    case .double(let number): bind(number, at: index)
    case .decimal(let number): bind(number.description, at: index)
    case .text(let text), .json(let text): bind(text, at: index)
    case .bytes(let bytes): bytes.withUnsafeBytes { bind(bytes: $0, at: index) }
    case .date(let date): bind(date.description, at: index)
    case .time(let time): bind(time.description, at: index)
    case .timestamp(let timestamp): bind(timestamp.description, at: index)
    case .instant(let instant): bind(instant.description, at: index)
    case .uuid(let uuid): bind(uuid.uuidString.lowercased(), at: index)
    // A text that is no UTF-8, as it was read.
    case .other("text", let bytes): bytes.withUnsafeBytes { bind(utf8: $0, at: index) }
    case .other(let type, _): refuse(index, .unsupported, "SQLite has no type \(type)")
    }
  }
}
