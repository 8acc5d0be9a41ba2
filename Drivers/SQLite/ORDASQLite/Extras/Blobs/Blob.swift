internal import CSQLite
internal import ORDA

extension SQLite {
  /// A value of one row, open to be read and written in parts; lent by
  /// ``SQLite/withBlob(_:schema:table:column:rowID:writable:_:)``.
  ///
  /// Positions are in bytes from 0. A value can't grow or shrink: make room first, with `zeroblob(n)` in SQL. Once a
  /// statement has changed the row, every further call throws `misuse`.
  public struct Blob: ~Copyable {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection
    /// How many bytes the value has.
    public let count: Int

    init(handle: OpaquePointer, connection: SQLiteConnection) {
      self.handle = handle
      self.connection = connection
      count = Int(sqlite3_blob_bytes(handle))
    }

    /// Reads bytes.
    ///
    /// - Throws: `DatabaseError` of kind `outOfRange` if they do not all lie within the value.
    public func read(at offset: Int, count: Int) throws -> [UInt8] {
      try checkRange(offset, count)
      return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        try read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]), at: offset)
        filled = count
      }
    }

    /// Reads as many bytes as the buffer has room for.
    ///
    /// - Throws: `DatabaseError` of kind `outOfRange` if they do not all lie within the value.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws {
      try checkRange(offset, buffer.count)
      guard !buffer.isEmpty else { return }
      try check(sqlite3_blob_read(handle, buffer.baseAddress, Int32(buffer.count), Int32(offset)))
    }

    /// Overwrites bytes.
    ///
    /// - Throws: `DatabaseError` of kind `outOfRange` if they do not all lie within the value, `readOnly` if it
    ///   was not opened to be written.
    public func write(_ bytes: some Collection<UInt8>, at offset: Int) throws {
      let isWritten: Void? = try bytes.withContiguousStorageIfAvailable {
        try write(UnsafeRawBufferPointer($0), at: offset)
      }
      if isWritten == nil { try Array(bytes).withUnsafeBytes { try write($0, at: offset) } }
    }

    /// Overwrites bytes by those of a buffer.
    ///
    /// - Throws: `DatabaseError` of kind `outOfRange` if they do not all lie within the value, `readOnly` if it
    ///   was not opened to be written.
    public func write(_ buffer: UnsafeRawBufferPointer, at offset: Int) throws {
      try checkRange(offset, buffer.count)
      guard !buffer.isEmpty else { return }
      try check(sqlite3_blob_write(handle, buffer.baseAddress, Int32(buffer.count), Int32(offset)))
    }

    /// After this both numbers fit 32 bits: the value itself has no more bytes.
    private func checkRange(_ offset: Int, _ length: Int) throws(DatabaseError) {
      guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
        throw DatabaseError(.outOfRange, "\(length) bytes at \(offset) are not all within the value's \(count)")
      }
    }

    private func check(_ code: Int32) throws(DatabaseError) {
      if code == SQLITE_OK { return }
      if SQLiteCode.primary(code) == SQLiteCode.abort {
        throw DatabaseError(
          .misuse, "the row was changed or deleted since its value was opened", vendorCode: Int(code))
      }
      throw connection.error(code, sql: nil, during: .other)
    }

    /// Ends it; outside a transaction this is what commits.
    consuming func close() throws(DatabaseError) {
      let code = sqlite3_blob_close(handle)
      // An expired blob reports that again here; its calls have already said so.
      if code != SQLITE_OK, SQLiteCode.primary(code) != SQLiteCode.abort {
        throw connection.error(code, sql: nil, during: .other)
      }
    }
  }
}
