internal import CPostgreSQL
internal import ORDA

/// A `COPY … FROM STDIN` on one connection.
struct CopyIn {
  private let connection: PostgreSQLConnection
  private let sql: String
  private let watch: RefusalWatch
  /// True if it takes the binary format.
  let isBinary: Bool

  private static let messageSize = 1 << 20
  /// What stands before and behind all rows of the binary format.
  private static let head = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  private static let end: [UInt8] = [0xFF, 0xFF]

  /// - Parameters:
  ///   - sql: The statement, without its format.
  ///   - isBinary: True for the binary format.
  init(_ connection: PostgreSQLConnection, _ sql: String, isBinary: Bool) throws(DatabaseError) {
    self.connection = connection
    let sql = isBinary ? sql + " (FORMAT binary)" : sql
    self.sql = sql
    self.isBinary = isBinary
    try connection.makeFree()
    let preludes = connection.preludes()
    if !preludes.isEmpty { try connection.runPreludes(preludes) }
    guard PQsendQuery(connection.handle, sql) == 1 else { throw connection.lost() }
    guard let result = try connection.nextResult() else { throw connection.lost() }
    defer { PQclear(result) }
    watch = RefusalWatch(connection)
    if PQresultStatus(result) == PGRES_COPY_IN { return }
    let error = connection.error(in: result, sql: sql)
    try connection.finish(sql)
    throw error ?? DatabaseError(.protocolViolation, "the server does not take the rows", sql: sql)
  }

  /// Sends what a closure makes, and ends; what it throws undoes the load.
  ///
  /// - Returns: How many rows the server took.
  func run(_ body: () throws -> Void) throws -> Int {
    do {
      if isBinary { try send(Self.head) }
      try body()
      if isBinary { try send(Self.end) }
    } catch {
      // The server may have found the reason itself, or be gone.
      let failure = fail()
      if let failure, let error = error as? DatabaseError, [.connectionLost, .protocolViolation].contains(error.kind) {
        throw try connection.explained(failure)
      }
      throw error
    }
    try put { PQputCopyEnd(connection.handle, nil) }
    var count = 0
    var failure: DatabaseError?
    while let result = try connection.nextResult() {
      do throws(DatabaseError) { try connection.refuseCopying(result) } catch { failure = failure ?? error }
      failure = failure ?? connection.error(in: result, sql: sql)
      count = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? count
      PQclear(result)
    }
    connection.noteTransaction()
    if let failure { throw try connection.explained(failure) }
    return count
  }

  /// Throws what ends the load early: it was stopped, or the server has refused a row.
  func check() throws(DatabaseError) {
    if connection.interrupter.isCancelled { throw DatabaseError(.cancelled, "the load was stopped") }
    try watch.check()
  }

  /// Sends rows.
  func send(_ rows: [UInt8]) throws(DatabaseError) {
    try check()
    // A message has a length of 32 bits, and the library copies it.
    var rest = rows[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.messageSize)
      try put {
        part.withUnsafeBytes { bytes in
          PQputCopyData(
            connection.handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(truncatingIfNeeded: bytes.count))
        }
      }
      rest = rest[part.endIndex...]
    }
  }

  /// Puts something into what is to be sent, as soon as there is room.
  private func put(_ body: () -> Int32) throws(DatabaseError) {
    while true {
      switch body() {
      case 1:
        while PQflush(connection.handle) > 0 { try connection.awaitInput() }
        return
      case 0: try connection.awaitInput()
      default: throw connection.lost()
      }
    }
  }

  /// Ends without the rows; the server's own error, if it had one.
  private func fail() -> DatabaseError? {
    var failure: DatabaseError?
    do throws(DatabaseError) {
      try put { PQputCopyEnd(connection.handle, "the program stopped the load") }
      while let result = try connection.nextResult() {
        do throws(DatabaseError) { try connection.refuseCopying(result) } catch { failure = failure ?? error }
        if let error = connection.error(in: result, sql: sql), error.sqlState != "57014" { failure = failure ?? error }
        PQclear(result)
      }
      connection.noteTransaction()
    } catch {
      connection.interrupter.line.cut()
      failure = failure ?? error
    }
    return failure
  }
}
