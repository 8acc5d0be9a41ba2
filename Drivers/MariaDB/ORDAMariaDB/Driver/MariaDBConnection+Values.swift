internal import CMariaDB
internal import ORDA

/// Values in chunks: read as parts that the server cuts out, written as parts that it joins.
extension MariaDBConnection: ValueChunkingConnection {
  func valueReader(at place: ValuePlace, chunkSize: Int) throws(DatabaseError) -> (any DriverValueReader)? {
    let (table, column, condition) = place.text(dialect)
    let described = try MariaDBStatement("SELECT \(column) FROM \(table)", keyword: .select, connection: self)
    defer { described.close() }
    let content: String
    switch described.kinds.first {
    case .bytes: content = column
    // In a string the server would count characters.
    case .text, .json: content = "CAST(\(column) AS BINARY)"
    default: return nil
    }
    let sql =
      "SELECT LENGTH(\(content)), SUBSTRING(\(content) FROM ? FOR ?) FROM \(table) WHERE \(condition) LIMIT 2"
    let statement = try MariaDBStatement(sql, keyword: .select, connection: self)
    return try MariaDBValueReader(statement, place, chunkSize: chunkSize)
  }

  func valueWriter(at place: ValuePlace, count: Int?) throws(DatabaseError) -> (any DriverValueWriter)? {
    let (table, column, condition) = place.text(dialect)
    let sql = "UPDATE \(table) SET \(column) = ? WHERE \(condition)"
    if let count, count >= session.largestContent { throw session.tooLong("the value has \(count) bytes", sql: sql) }
    let statement = try MariaDBStatement(sql, keyword: .update, connection: self)
    do throws(DatabaseError) {
      return try MariaDBValueWriter(statement, place)
    } catch {
      statement.close()
      throw error
    }
  }
}

/// A value that the server returns part by part.
private final class MariaDBValueReader: DriverValueReader {
  private let statement: MariaDBStatement
  private let place: ValuePlace
  private let keys: [Value]
  private let chunk: UnsafeMutableRawBufferPointer
  private(set) var count: Int?
  /// How many bytes were returned.
  private var position = 0
  /// The place of the current part in the value, and its size.
  private var part = 0..<0

  /// The most bytes of a part. For each part the server reads the whole value, so large ones should have few.
  private static let partSizes = (ordinary: 4 << 20, large: 16 << 20)

  init(_ statement: MariaDBStatement, _ place: ValuePlace, chunkSize: Int) throws(DatabaseError) {
    self.statement = statement
    self.place = place
    chunk = .allocate(
      byteCount: min(chunkSize, Self.partSizes.ordinary, statement.connection.session.largestContent), alignment: 8)
    do throws(DatabaseError) {
      keys = try place.keyValues()
      try fetchPart()
    } catch {
      statement.close()
      throw error
    }
  }

  deinit { chunk.deallocate() }

  private func fetchPart() throws(DatabaseError) {
    if !part.isEmpty { try endPart() }
    let wanted = (count ?? 0) > 64 << 20 ? Self.partSizes.large : Self.partSizes.ordinary
    let size = min(wanted, statement.connection.session.largestContent)
    statement.bind(Int64(position + 1), at: 0)
    statement.bind(Int64(size), at: 1)
    for (index, key) in keys.enumerated() { statement.bind(key, at: index + 2) }
    guard try statement.step() else { throw place.noSuchRow }
    let length = statement.int(0).map { Int(clamping: $0) }
    if position > 0, length != count {
      throw DatabaseError(.serialization, "the value was changed by another transaction while it was read")
    }
    count = length
    let found = statement.bytes(1)?.count ?? 0
    part = position..<(position + found)
    if found == 0, position < length ?? 0 {
      throw DatabaseError(.protocolViolation, "the server gave no bytes of a value that has some", sql: statement.sql)
    }
  }

  private func endPart() throws(DatabaseError) {
    if try statement.step() { throw place.severalRows }
    statement.reset()
  }

  func next() throws(DatabaseError) -> UnsafeRawBufferPointer {
    var filled = 0
    while filled < chunk.count, position < count ?? 0 {
      if position >= part.upperBound { try fetchPart() }
      guard let bytes = statement.bytes(1) else { break }
      let length = min(chunk.count - filled, part.upperBound - position)
      let start = position - part.lowerBound
      chunk[filled...].copyBytes(from: bytes[start..<(start + length)])
      filled += length
      position += length
    }
    if filled == 0 { try endPart() }
    return UnsafeRawBufferPointer(rebasing: chunk[..<filled])
  }

  func close() {
    statement.reset()
    statement.close()
  }
}

/// A value whose parts are sent as they come. The server keeps them until it learns that these were all.
private final class MariaDBValueWriter: DriverValueWriter {
  private let statement: MariaDBStatement
  private let place: ValuePlace
  private var size = 0

  /// The most bytes of a message: the library copies each.
  private static let messageSize = 1 << 20

  init(_ statement: MariaDBStatement, _ place: ValuePlace) throws(DatabaseError) {
    self.statement = statement
    self.place = place
    statement.bind(.bytes([]), at: 0)
    for (index, key) in try place.keyValues().enumerated() { statement.bind(key, at: index + 1) }
    try statement.beginParts()
    // A value that stays empty needs one, too.
    try statement.sendPart(UnsafeRawBufferPointer(start: nil, count: 0), of: 0)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) {
    let session = statement.connection.session
    guard bytes.count < session.largestContent - size else {
      throw session.tooLong("the value has more than \(size) bytes", sql: statement.sql)
    }
    size += bytes.count
    var rest = bytes[...]
    while !rest.isEmpty {
      let message = rest.prefix(min(Self.messageSize, session.largestContent))
      try statement.sendPart(UnsafeRawBufferPointer(rebasing: message), of: 0)
      rest = rest[message.endIndex...]
    }
  }

  func finish() throws(DatabaseError) {
    switch try statement.executeParts() {
    case 1: return
    case 0: throw place.noSuchRow
    default: throw place.severalRows
    }
  }

  func close() {
    statement.reset()
    statement.close()
  }
}

extension MariaDBStatement {
  /// Prepares for parameters sent in parts; all are bound.
  fileprivate func beginParts() throws(DatabaseError) {
    if let failure = bindFailure { throw failure }
    try makeReady()
    mysql_stmt_bind_param(handle, bound.binds)
    bound.isChanged = false
    sendsParts = true
  }

  /// Sends a part of a parameter, which the server does not answer.
  fileprivate func sendPart(_ bytes: UnsafeRawBufferPointer, of parameter: UInt32) throws(DatabaseError) {
    try connection.makeFree()
    let code = mysql_stmt_send_long_data(
      handle, parameter, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt(bytes.count))
    if code != 0 { throw connection.noteError(reportedError) }
  }

  /// Makes the server run the statement with what it was sent. It is not prepared again, since the parts would be lost.
  ///
  /// - Returns: How many rows were found.
  fileprivate func executeParts() throws(DatabaseError) -> Int {
    try connection.makeFree()
    connection.commitMayBegin(keyword)
    guard orda_mariadb_execute(handle, connection.methods) == 0 else {
      connection.commitMayHaveEnded(nil)
      throw connection.noteError(reportedError)
    }
    connection.noteSession(status: connection.handle.pointee.server_status)
    connection.commitMayHaveEnded(connection.answeredTransaction)
    return affected ?? 0
  }
}
