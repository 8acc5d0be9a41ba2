internal import CPostgreSQL
internal import ORDA

/// A `COPY … TO STDOUT` on one connection.
struct CopyOut {
  private let connection: PostgreSQLConnection
  private let sql: String

  /// How much is read past before the server is asked to stop.
  private static let patience = Duration.milliseconds(20)

  /// - Parameter sql: The statement.
  init(_ connection: PostgreSQLConnection, _ sql: String) throws(DatabaseError) {
    self.connection = connection
    self.sql = sql
    try connection.makeFree()
    let preludes = connection.preludes()
    if !preludes.isEmpty { try connection.runPreludes(preludes) }
    // With values, though there are none: so the server takes a single statement and no more.
    guard PQsendQueryParams(connection.handle, sql, 0, nil, nil, nil, nil, 0) == 1 else { throw connection.lost() }
    guard let result = try connection.nextResult() else { throw connection.lost() }
    defer { PQclear(result) }
    if PQresultStatus(result) == PGRES_COPY_OUT { return }
    let error = connection.error(in: result, sql: sql)
    try connection.finish(sql)
    throw error ?? DatabaseError(.protocolViolation, "the server does not send the rows", sql: sql)
  }

  /// Lends what comes to a closure, piece by piece; what it throws ends the statement.
  ///
  /// - Returns: How many rows the server sent.
  func run(_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Int {
    do {
      while let piece = try next() {
        defer { PQfreemem(piece.baseAddress) }
        if connection.interrupter.isCancelled { throw DatabaseError(.cancelled, "the reading was stopped") }
        try take(UnsafeRawBufferPointer(piece))
      }
    } catch {
      abandon()
      throw error
    }
    var count = 0
    var failure: DatabaseError?
    while let result = try connection.nextResult() {
      do throws(DatabaseError) { try connection.refuseCopying(result) } catch { failure = failure ?? error }
      failure = failure ?? connection.error(in: result, sql: sql)
      count = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? count
      PQclear(result)
    }
    connection.noteTransaction()
    if let failure { throw failure }
    return count
  }

  /// The next piece, which is the caller's to free; nil at the end.
  private func next() throws(DatabaseError) -> UnsafeMutableRawBufferPointer? {
    while true {
      var content: UnsafeMutablePointer<CChar>?
      switch PQgetCopyData(connection.handle, &content, 1) {
      case 0: try connection.awaitInput()
      case -1: return nil
      case let length where length > 0: return UnsafeMutableRawBufferPointer(start: content, count: Int(length))
      default: throw connection.lost()
      }
    }
  }

  /// Takes the rest, and throws it away. Where that is long, the server is asked to stop: the transaction, or the
  /// savepoint, ends with an error anyway.
  private func abandon() {
    let start = ContinuousClock.now
    var isAsked = false
    let interrupter = connection.interrupter
    do throws(DatabaseError) {
      while let piece = try next() {
        PQfreemem(piece.baseAddress)
        if isAsked || start.duration(to: .now) < Self.patience { continue }
        isAsked = true
        // A request that came before the query began has stopped nothing.
        if interrupter.isCancelled { interrupter.cancel() } else { interrupter.stop() }
      }
      while let result = try connection.nextResult() {
        try? connection.refuseCopying(result)
        PQclear(result)
      }
      connection.noteTransaction()
    } catch {
      interrupter.line.cut()
    }
  }
}
