internal import CMariaDB
internal import ORDA
internal import ORDAThreads

/// A connection on which a server sends its log.
///
/// One thread reads; any may stop it.
final class BinaryLog: Sendable {
  /// Where it began.
  let start: LogPosition
  /// The number by which the server knows this reader; each reader needs its own.
  let serverID: UInt32
  private let reading: Lock<Reading>
  private let line: ServerLine

  /// What the reading thread uses.
  private struct Reading {
    let handle: UnsafeMutablePointer<MYSQL>
    var parser: LogEventParser
    /// What ended it.
    var failure: DatabaseError?
  }

  /// How long the server may have nothing to say before it says that it is alive, in nanoseconds.
  private static let heartbeat = 1_000_000_000
  /// How long it may be silent, in seconds: several heartbeats may be late.
  private static let patience: UInt32 = 10

  /// Connects, and asks for the log after a position.
  ///
  /// - Parameters:
  ///   - position: What has been seen; nil for everything visible to a SELECT that begins after this has returned.
  ///   - serverID: Nil for a random one.
  /// - Throws: What connecting throws, and the server's errors while it is set up. If there is no log, or no grant, the
  ///   first ``next()`` throws that.
  init(
    _ settings: MariaDBSettings, after position: LogPosition? = nil, serverID: UInt32? = nil
  ) throws(DatabaseError) {
    let made = try MariaDBOpening(settings: settings, readSeconds: Self.patience).connect()
    let handle = made.handle
    do throws(DatabaseError) {
      guard mariadb_connection(handle) != 0 else {
        throw DatabaseError(.unsupported, "the server is not MariaDB, and its log is another")
      }
      let start: LogPosition
      if let position { start = position } else { start = try LogPosition.visible(on: handle) }
      let hasChecksums = try Self.setUp(handle, after: start)
      // By habit servers have small numbers; readers get large ones.
      let number = serverID ?? UInt32.random(in: 0xC000_0000..<UInt32.max)
      try Self.askForLog(handle, serverID: number)
      self.start = start
      self.serverID = number
      line = made.line
      reading = Lock(Reading(handle: handle, parser: LogEventParser(hasChecksums: hasChecksums)))
    } catch {
      mysql_close(handle)
      throw error
    }
  }

  // Whoever reads or stops it holds it meanwhile.
  deinit { reading.withLock { mysql_close($0.handle) } }

  private static func setUp(
    _ handle: UnsafeMutablePointer<MYSQL>, after start: LogPosition
  ) throws(DatabaseError) -> Bool {
    // The position consists of digits and signs: LogPosition allows nothing else.
    try handle.run(
      """
      SET @master_heartbeat_period = \(heartbeat), @master_binlog_checksum = @@global.binlog_checksum,
        @mariadb_slave_capability = 4, @slave_connect_state = '\(start)', @slave_gtid_strict_mode = 0,
        @slave_gtid_ignore_duplicates = 0
      """)
    return try handle.texts("SELECT @master_binlog_checksum").first?.first != "NONE"
  }

  /// From a file's first byte on: the position has already said where to go on.
  private static func askForLog(_ handle: UnsafeMutablePointer<MYSQL>, serverID: UInt32) throws(DatabaseError) {
    var message: [UInt8] = [4, 0, 0, 0, 0, 0]
    withUnsafeBytes(of: serverID.littleEndian) { message.append(contentsOf: $0) }
    let isSent = message.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self).baseAddress
      return handle.pointee.methods?.pointee.db_command?(handle, COM_BINLOG_DUMP, text, bytes.count, 1, nil) == 0
    }
    if !isSent { throw MariaDBErrors.error(of: handle, sql: nil) }
  }

  /// Waits for the next event: at least a heartbeat, each second.
  ///
  /// - Throws: `connectionLost`, also if it was stopped; with `vendorCode` 1236 if the log does not have what follows
  ///   the position, or there is no log; 1227 if the user lacks the grant REPLICATION SLAVE; 4052 if another reader has
  ///   the same number; `protocolViolation` if an event is damaged. Then it is useless, and throws the same again.
  func next() throws(DatabaseError) -> LogEvent {
    try reading.withLock { reading throws(DatabaseError) in
      if let failure = reading.failure { throw failure }
      do throws(DatabaseError) {
        return try Self.next(&reading)
      } catch {
        reading.failure = error
        // This also informs the server if the library has closed its own descriptor.
        stop()
        throw error
      }
    }
  }

  private static func next(_ reading: inout Reading) throws(DatabaseError) -> LogEvent {
    let length = mysql_net_read_packet(reading.handle)
    // The library's packet_error.
    if length >= UInt32.max || mysql_errno(reading.handle) != 0 {
      var error = MariaDBErrors.error(of: reading.handle, sql: nil)
      // The end of an encrypted connection is reported like a failure to encrypt.
      if error.vendorCode == Int(CR_SSL_CONNECTION_ERROR) { error.kind = .connectionLost }
      throw error
    }
    guard length > 0, let start = reading.handle.pointee.net.read_pos else { throw damaged }
    // The library keeps the packet until the next one is read.
    let packet = UnsafeRawBufferPointer(start: start, count: Int(length))
    if packet[0] == 254, packet.count < 9 {
      throw DatabaseError(.connectionLost, "the server has ended the sending of its log")
    }
    guard packet[0] == 0 else { throw damaged }
    do throws(DamagedEvent) {
      return try reading.parser.event(UnsafeRawBufferPointer(rebasing: packet[1...]))
    } catch {
      throw damaged
    }
  }

  private static var damaged: DatabaseError {
    DatabaseError(.protocolViolation, "the server sent an event of its log that is damaged")
  }

  /// Where the event last returned by ``next()`` ends in the server's log.
  var place: LogPlace { reading.withLock { $0.parser.place } }

  /// Ends a waiting ``next()``, and all later ones, at once.
  func stop() { line.cut() }
}
