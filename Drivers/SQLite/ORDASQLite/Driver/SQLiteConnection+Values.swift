internal import CSQLite
internal import ORDA

/// Values in chunks, by SQLite's incremental access to them.
extension SQLiteConnection: ValueChunkingConnection {
  func valueReader(at place: ValuePlace, chunkSize: Int) throws(DatabaseError) -> (any DriverValueReader)? {
    guard let spot = try spot(of: place) else { return nil }
    switch spot.type {
    case "null": return SQLiteNullReader()
    case "blob", "text":
      guard let blob = openBlob(at: spot, isWritable: false) else { return nil }
      return SQLiteValueReader(blob, chunkSize: chunkSize, connection: self)
    // The core reads these by a statement.
    default: return nil
    }
  }

  func valueWriter(at place: ValuePlace, count: Int?) throws(DatabaseError) -> (any DriverValueWriter)? {
    guard let spot = try spot(of: place) else { return nil }
    let writer = SQLiteValueWriter(spot, connection: self)
    guard let count else { return try writer.spooling() }
    return try writer.makeRoom(for: count) ? writer : nil
  }

  /// Where SQLite finds a value.
  struct ValueSpot {
    var schema: String
    var table: String
    var column: String
    var rowID: Int64
    /// The name of the row number there.
    var rowIDName: String
    /// The storage class: `null`, `integer`, `real`, `text` or `blob`.
    var type: String
  }

  /// Finds a value; nil if its table has no row numbers, or if it is no table.
  private func spot(of place: ValuePlace) throws(DatabaseError) -> ValueSpot? {
    let values = try place.keyValues()
    let (table, column, condition) = place.text(dialect)
    guard let rowIDName = try nameOfRowID(place.table) else { return nil }
    // Only prepared: a step would fetch the value.
    let described = try statement("SELECT \(column) FROM \(table)", keyword: .other)
    defer { described.close() }
    let origin = try described.columns().first
    let found = try rows(
      of: "SELECT typeof(\(column)), \(rowIDName) FROM \(table) WHERE \(condition) LIMIT 2", values)
    guard let row = found.first else { throw place.noSuchRow }
    guard found.count == 1 else { throw place.severalRows }
    guard let schema = origin?.schema, let table = origin?.table, let column = origin?.origin,
      let type = row.text(0), case .int(let number)? = row.last
    else { return nil }
    return ValueSpot(schema: schema, table: table, column: column, rowID: number, rowIDName: rowIDName, type: type)
  }

  /// A name of the row number that no column has; nil for a table without row numbers.
  private func nameOfRowID(_ table: TableName) throws(DatabaseError) -> String? {
    let names =
      table.schema == nil
      ? try rows(of: "SELECT name FROM pragma_table_xinfo(?)", [.text(table.name)])
      : try rows(of: "SELECT name FROM pragma_table_xinfo(?, ?)", [.text(table.name), .text(table.schema ?? "")])
    let free = ["rowid", "_rowid_", "oid"].first { name in
      !names.contains { SQLiteName.equal($0.text(0) ?? "", name) }
    }
    guard let free, !names.isEmpty else { return nil }
    let schema = table.schema.map { dialect.quoted(identifier: $0) + "." } ?? ""
    let sql = "SELECT \(free) FROM \(schema)\(dialect.quoted(identifier: table.name))"
    guard let handle = try? compile(sql, isPersistent: false) else { return nil }
    sqlite3_finalize(handle)
    return free
  }

  /// Opens a value; nil if that is impossible, for example because an index uses it.
  fileprivate func openBlob(at spot: ValueSpot, isWritable: Bool) -> OpaquePointer? {
    var handle: OpaquePointer?
    let code = sqlite3_blob_open(
      database, spot.schema, spot.table, spot.column, spot.rowID, isWritable ? 1 : 0, &handle)
    return code == SQLITE_OK ? handle : nil
  }
}

/// NULL, which has no bytes.
private final class SQLiteNullReader: DriverValueReader {
  let count: Int? = nil
  func next() throws(DatabaseError) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
  func close() {}
}

/// A value read part by part.
private final class SQLiteValueReader: DriverValueReader {
  private let blob: OpaquePointer
  private let connection: SQLiteConnection
  private let buffer: UnsafeMutableRawBufferPointer
  private let size: Int
  private var position = 0

  init(_ blob: OpaquePointer, chunkSize: Int, connection: SQLiteConnection) {
    self.blob = blob
    self.connection = connection
    size = Int(sqlite3_blob_bytes(blob))
    buffer = .allocate(byteCount: max(min(chunkSize, size), 1), alignment: 8)
  }

  deinit { buffer.deallocate() }

  var count: Int? { size }

  func next() throws(DatabaseError) -> UnsafeRawBufferPointer {
    let length = min(buffer.count, size - position)
    guard length > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    // No value has more bytes than 32 bits can count.
    let code = sqlite3_blob_read(blob, buffer.baseAddress, Int32(length), Int32(position))
    guard code == SQLITE_OK else { throw connection.error(ofValue: code) }
    position += length
    return UnsafeRawBufferPointer(rebasing: buffer[..<length])
  }

  func close() { sqlite3_blob_close(blob) }
}

/// Overwrites the zeros that were put in a value's place; SQLite must know their number beforehand.
private final class SQLiteValueWriter: DriverValueWriter {
  private let spot: SQLiteConnection.ValueSpot
  private let connection: SQLiteConnection
  private var blob: OpaquePointer?
  private var position = 0
  /// Where the bytes wait until their number is known.
  private var file: TemporaryBytes?

  init(_ spot: SQLiteConnection.ValueSpot, connection: SQLiteConnection) {
    self.spot = spot
    self.connection = connection
  }

  func spooling() throws(DatabaseError) -> SQLiteValueWriter {
    file = try TemporaryBytes()
    return self
  }

  /// Puts zeros in the place; false if they can't be overwritten.
  func makeRoom(for count: Int) throws(DatabaseError) -> Bool {
    try set(to: "zeroblob(?)", .int(Int64(clamping: count)))
    blob = connection.openBlob(at: spot, isWritable: true)
    return blob != nil
  }

  private func set(to expression: String, _ value: Value) throws(DatabaseError) {
    let quoted = connection.dialect.quoted(identifier:)
    let sql = """
      UPDATE \(quoted(spot.schema)).\(quoted(spot.table)) SET \(quoted(spot.column)) = \(expression)
      WHERE \(spot.rowIDName) = ?
      """
    let statement = try connection.statement(sql, keyword: .update)
    defer { statement.close() }
    statement.bind(value, at: 0)
    statement.bind(spot.rowID, at: 1)
    while try statement.step() {}
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) {
    if let file { return try file.append(bytes) }
    guard let blob, bytes.count <= Int(sqlite3_blob_bytes(blob)) - position else { return }
    let code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), Int32(position))
    guard code == SQLITE_OK else { throw connection.error(ofValue: code) }
    position += bytes.count
  }

  func finish() throws(DatabaseError) {
    if let file {
      self.file = nil
      if try makeRoom(for: file.count) {
        try file.forEachChunk { (bytes) throws(DatabaseError) in try write(bytes) }
      } else {
        try writeWhole(file)
      }
    }
    guard let blob else { return }
    self.blob = nil
    let code = sqlite3_blob_close(blob)
    guard code == SQLITE_OK else { throw connection.error(ofValue: code) }
  }

  /// For a column that an index uses.
  private func writeWhole(_ file: TemporaryBytes) throws(DatabaseError) {
    var bytes: [UInt8] = []
    try file.forEachChunk { (chunk) throws(DatabaseError) in bytes += chunk }
    try set(to: "?", .bytes(bytes))
  }

  func close() {
    if let blob { sqlite3_blob_close(blob) }
    blob = nil
    file = nil
  }
}

extension SQLiteConnection {
  /// SQLite's error for an open value.
  fileprivate func error(ofValue code: Int32) -> DatabaseError {
    if SQLiteCode.primary(code) == SQLiteCode.abort {
      return DatabaseError(
        .misuse, "the row was changed or deleted while its value was open", vendorCode: Int(code))
    }
    return error(code, sql: nil, during: .other)
  }
}
