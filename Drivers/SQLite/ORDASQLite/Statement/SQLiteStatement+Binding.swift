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

  func refuse(_ index: Int, _ kind: DatabaseError.Kind, _ reason: String) {
    boundMask |= 1 << (UInt64(truncatingIfNeeded: index) & 63)
    if bindFailure == nil {
      bindFailure = DatabaseError(kind, "parameter \(index + 1): \(reason)", sql: sql)
    }
  }

  @inline(__always)
  func bindNull(at index: Int) { note(index, sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index &+ 1))) }

  @inline(__always)
  func bind(_ value: Int64, at index: Int) {
    note(index, sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index &+ 1), value))
  }

  @inline(__always)
  func bind(_ value: Double, at index: Int) {
    if value.isNaN {
      refuseNaN(at: index)
    } else {
      note(index, sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index &+ 1), value))
    }
  }

  @inline(__always)
  func bind(_ value: String, at index: Int) {
    let isBound: Void? = value.utf8.withContiguousStorageIfAvailable {
      bind(utf8: UnsafeRawBufferPointer($0), at: index)
    }
    if isBound == nil {
      var copy = value
      copy.withUTF8 { bind(utf8: UnsafeRawBufferPointer($0), at: index) }
    }
  }

  @inline(__always)
  func bind(utf8 bytes: UnsafeRawBufferPointer, at index: Int) {
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

  func bind(_ value: Value, at index: Int) { bindAsStored(value, at: index) }

  func bind(_ list: ValueList, at index: Int) throws(DatabaseError) {
    try lists.check(list, at: index)
    let writer = SQLiteListWriter(for: list)
    try list.bindValues(to: writer)
    // From here on SQLite owns it, even if it refuses it.
    note(index, orda_sqlite3_bind_list(handle, Int32(truncatingIfNeeded: index &+ 1), try writer.finish()))
    boundLists.append(index)
  }
}

extension SQLiteStatement: SQLiteBindTarget {}
