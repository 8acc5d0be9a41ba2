internal import CPostgreSQL
internal import ORDA
internal import ORDAThreads

/// A connection on which a server sends what its log has of committed transactions.
///
/// Its place in the log is a slot that ends with the connection: nothing keeps the server from throwing its log away
/// when nobody reads it any more, however this process ends. One thread reads; any may stop it.
final class ReplicationStream: Sendable {
  private let reading: Lock<Reading>
  private let canceller: PostgreSQLCanceller

  /// What the reading thread uses.
  private struct Reading {
    let connection: PostgreSQLConnection
    /// What was read and need not be sent again.
    var confirmed = LogPosition(number: 0)
    /// The end of the transaction that the reader is busy with.
    var unconfirmed: LogPosition?
    var isInTransaction = false
    /// True if the server waits for an answer.
    var isAwaited = false
    var heardAt = MonotonicTime.now
    var answeredAt = MonotonicTime.now
    var askedAt = MonotonicTime.now
  }

  /// How long the server may have nothing to say before it is asked whether it is alive.
  private static let heartbeat = Duration.seconds(1)
  /// How often the server is told what was read, while it sends.
  private static let answerTime = Duration.seconds(5)
  /// How long it may be silent.
  private static let patience = Duration.seconds(20)
  /// How long a slot may take: the server waits for all transactions that are open and have written.
  private static let slotTime = Duration.seconds(300)

  /// Connects.
  init(_ settings: PostgreSQLSettings) throws(DatabaseError) {
    let opening = PostgreSQLOpening(settings: settings, replicates: true)
    let connection = try opening.connect { (made) throws(DatabaseError) in try PostgreSQLConnection(made, settings) }
    canceller = connection.interrupter
    reading = Lock(Reading(connection: connection))
  }

  // Whoever reads it holds it meanwhile.
  deinit { reading.withLock { $0.connection.close() } }

  /// Has the log read from now on. Transactions that are open now and have written are waited for, for minutes if need
  /// be; ``stop()`` ends that.
  ///
  /// - Parameter publications: What names the tables.
  /// - Throws: `connectionLost`, also if it was stopped or takes too long; `permission`; and the server's errors where
  ///   it has no room for another reader.
  func begin(_ publications: [String]) throws(DatabaseError) {
    try reading.withLock { reading throws(DatabaseError) in
      let connection = reading.connection
      let slot = "orda_" + String(UInt64.random(in: .min ... .max), radix: 16)
      connection.patience = Self.slotTime
      try connection.runAlone("CREATE_REPLICATION_SLOT \(slot) TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT")
      connection.patience = Self.patience
      let names = publications.map { connection.dialect.quoted(identifier: $0) }.joined(separator: ",")
      try Self.start(
        "START_REPLICATION SLOT \(slot) LOGICAL 0/0 (proto_version '1', messages 'true', publication_names "
          + "'\(names.map { $0 == "'" ? "''" : String($0) }.joined())')", on: connection)
      reading.heardAt = .now
    }
  }

  private static func start(_ sql: String, on connection: PostgreSQLConnection) throws(DatabaseError) {
    guard PQsendQuery(connection.handle, sql) == 1 else { throw connection.lost() }
    while PQisBusy(connection.handle) != 0 { try connection.awaitInput() }
    guard let result = PQgetResult(connection.handle) else { throw connection.lost() }
    defer { PQclear(result) }
    if PQresultStatus(result) == PGRES_COPY_BOTH { return }
    throw connection.error(in: result, sql: sql)
      ?? DatabaseError(.protocolViolation, "the server does not send its log", sql: sql)
  }

  /// Waits for the next message; nil if there is none for a moment, or the server only says how far it is.
  ///
  /// - Throws: `connectionLost`, also if it was stopped, and the server's errors; `protocolViolation` if a message is
  ///   damaged.
  func next() throws(DatabaseError) -> LogMessage? {
    try reading.withLock { reading throws(DatabaseError) in
      if let end = reading.unconfirmed { reading.confirmed = max(reading.confirmed, end) }
      reading.unconfirmed = nil
      if reading.isAwaited || MonotonicTime.now - reading.answeredAt > Self.answerTime {
        try Self.answer(&reading, asks: false)
      }
      while true {
        if let message = try Self.take(&reading) { return Self.note(message, &reading) }
        if try !Self.wait(&reading) { return nil }
      }
    }
  }

  /// Takes a message that has come; nil if there is none.
  private static func take(_ reading: inout Reading) throws(DatabaseError) -> ReplicationMessage? {
    let connection = reading.connection
    var buffer: UnsafeMutablePointer<CChar>?
    let count = PQgetCopyData(connection.handle, &buffer, 1)
    defer { if let buffer { PQfreemem(buffer) } }
    switch count {
    case 1...:
      reading.heardAt = .now
      do throws(DamagedMessage) {
        return try ReplicationMessage(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
      } catch {
        throw DatabaseError(.protocolViolation, "the server sent a message of its log that is damaged")
      }
    case 0: return nil
    case -1:
      // The server has ended it, and says why.
      let result = PQgetResult(connection.handle)
      defer { PQclear(result) }
      throw result.flatMap { connection.error(in: $0, sql: nil) }
        ?? DatabaseError(.connectionLost, "the server has ended the sending of its log")
    default: throw connection.lost()
    }
  }

  /// Keeps what the message says of the server's place; returns the reader's part of it.
  private static func note(_ message: ReplicationMessage, _ reading: inout Reading) -> LogMessage? {
    switch message {
    case .log(let message, _):
      switch message {
      case .begin: reading.isInTransaction = true
      case .commit(let commit):
        reading.isInTransaction = false
        reading.unconfirmed = commit.end
      default: break
      }
      return message
    case .alive(let end, let wantsAnswer):
      if !reading.isInTransaction { reading.confirmed = max(reading.confirmed, end) }
      if wantsAnswer { reading.isAwaited = true }
      return nil
    }
  }

  /// Waits until something has come; false if nothing has for a moment.
  private static func wait(_ reading: inout Reading) throws(DatabaseError) -> Bool {
    let connection = reading.connection
    let unsent = PQflush(connection.handle)
    if unsent < 0 { throw connection.lost() }
    let readiness = ServerLine.wait(
      PQsocket(connection.handle), forWriting: unsent > 0, milliseconds: heartbeat.roundedMilliseconds)
    guard let readiness else { throw connection.lost() }
    if readiness.contains(.reading) {
      if PQconsumeInput(connection.handle) == 0 { throw connection.lost() }
      return true
    }
    let silence = MonotonicTime.now - reading.heardAt
    if silence > patience {
      connection.interrupter.cut()
      throw DatabaseError(.connectionLost, "the server has sent nothing for \(patience)")
    }
    if unsent == 0, MonotonicTime.now - reading.askedAt >= heartbeat {
      reading.askedAt = .now
      try answer(&reading, asks: true)
    }
    return readiness.contains(.writing)
  }

  /// Tells the server how far its log was read.
  private static func answer(_ reading: inout Reading, asks: Bool) throws(DatabaseError) {
    reading.answeredAt = .now
    reading.isAwaited = false
    let time = Instant.now.microsecondsSince1970 - BinaryCell.epochMicroseconds
    let bytes = ReplicationMessage.answer(upTo: reading.confirmed, time: time, asks: asks)
    let handle = reading.connection.handle
    let isSent = bytes.withUnsafeBytes { bytes in
      PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count)) == 1
    }
    // Where the server takes nothing now, it is told later.
    if !isSent, PQstatus(handle) != CONNECTION_OK { throw reading.connection.lost() }
    if PQflush(handle) < 0 { throw reading.connection.lost() }
  }

  /// Ends what waits for the server, and all later calls, at once.
  func stop() { canceller.cut() }
}
