/// Parses the bytes that a server sends into the events of its log.
///
/// It trusts nothing in them: no length, no number of columns, no checksum. Anything invalid is a ``DamagedEvent``.
struct LogEventParser: Sendable {
  /// Whether events end with a checksum; each file of the log says so again.
  private(set) var hasChecksums: Bool
  /// Where the last event ended.
  private(set) var place = LogPlace()

  init(hasChecksums: Bool) { self.hasChecksums = hasChecksums }

  private static let headerSize = 19
  private static let checksumSize = 4

  /// An event as the log has it.
  mutating func event(_ bytes: UnsafeRawBufferPointer) throws(DamagedEvent) -> LogEvent {
    var header = LogBytes(bytes)
    let time = try header.load(UInt32.self)
    let type = try header.byte()
    let server = try header.load(UInt32.self)
    let length = try header.load(UInt32.self)
    let end = try header.load(UInt32.self)
    try header.skip(2)
    guard length == bytes.count else { throw DamagedEvent() }
    if type == LogEventType.formatDescription { try readFormat(bytes) }

    var content = header.rest
    // A format description has room for the checksum in any case.
    if hasChecksums || type == LogEventType.formatDescription {
      let count = content.count - Self.checksumSize
      guard count >= 0 else { throw DamagedEvent() }
      if hasChecksums {
        var sum = LogBytes(UnsafeRawBufferPointer(rebasing: content[count...]))
        let covered = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - Self.checksumSize)])
        guard try sum.load(UInt32.self) == Checksum.of(covered) else { throw DamagedEvent() }
      }
      content = UnsafeRawBufferPointer(rebasing: content[..<count])
    }
    let event = try Self.event(type, content, time: time, server: server)
    // Events that the server makes up while sending have no place in the file.
    if end > 0 { place.offset = UInt64(end) }
    if case .rotate(let file) = event { place = LogPlace(file: file, offset: 0) }
    return event
  }

  /// A file's first event has, before its last four bytes, whether events have checksums.
  private mutating func readFormat(_ bytes: UnsafeRawBufferPointer) throws(DamagedEvent) {
    // The header, the format's version, the server's, a time, the size of headers, and whether there are checksums.
    guard bytes.count >= Self.headerSize + 2 + 50 + 4 + 1 + 1 + Self.checksumSize else { throw DamagedEvent() }
    switch bytes[bytes.count - Self.checksumSize - 1] {
    case 0: hasChecksums = false
    case 1: hasChecksums = true
    default: throw DamagedEvent()
    }
  }

  private static func event(
    _ type: UInt8, _ content: UnsafeRawBufferPointer, time: UInt32, server: UInt32
  ) throws(DamagedEvent) -> LogEvent {
    var bytes = LogBytes(content)
    switch type {
    case LogEventType.formatDescription:
      guard try bytes.load(UInt16.self) == 4 else { throw DamagedEvent() }
      let version = try bytes.take(50)
      guard try bytes.little(5) >> 32 == headerSize else { throw DamagedEvent() }
      return .formatDescription(serverVersion: String(decoding: version.prefix { $0 != 0 }, as: UTF8.self))
    case LogEventType.rotate:
      try bytes.skip(8)
      return .rotate(file: String(decoding: bytes.rest, as: UTF8.self))
    case LogEventType.group: return .group(try group(&bytes, time: time, server: server))
    case LogEventType.tableMap: return .tableMap(try TableMap(&bytes))
    case LogEventType.query: return .query(try query(&bytes))
    case LogEventType.compressedQuery: return .query(try query(&bytes, isCompressed: true))
    case LogEventType.executeLoadQuery: return .query(try query(&bytes, skipping: 13))
    case LogEventType.commit: return .commit
    case LogEventType.prepareXA: return .prepared(try prepared(&bytes))
    case LogEventType.heartbeat: return .heartbeat
    case LogEventType.incident: return .incident
    default:
      guard let form = LogEventType.rows[type] else { return .other(type: type) }
      return .rows(try RowsEvent(&bytes, form))
    }
  }

  private static func group(
    _ bytes: inout LogBytes, time: UInt32, server: UInt32
  ) throws(DamagedEvent) -> LogGroup {
    let sequence = try bytes.load(UInt64.self)
    let domain = try bytes.load(UInt32.self)
    let flags = LogGroup.Flags(rawValue: try bytes.byte())
    if flags.contains(.groupCommit) { try bytes.skip(8) }
    var xa: XATransaction?
    if !flags.isDisjoint(with: [.preparedXA, .completedXA]) {
      let format = try bytes.load(UInt32.self)
      let (global, branch) = (Int(try bytes.byte()), Int(try bytes.byte()))
      xa = XATransaction(
        format: format, global: Array(try bytes.take(global)), branch: Array(try bytes.take(branch)))
    }
    return LogGroup(
      gtid: GTID(domain: domain, server: server, sequence: sequence), flags: flags, time: time, xa: xa)
  }

  /// - Parameter extra: How many bytes there are between the parts common to all kinds of statements.
  private static func query(
    _ bytes: inout LogBytes, skipping extra: Int = 0, isCompressed: Bool = false
  ) throws(DamagedEvent) -> LoggedQuery {
    let thread = try bytes.load(UInt32.self)
    try bytes.skip(4)
    let schemaSize = Int(try bytes.byte())
    let errorCode = try bytes.load(UInt16.self)
    let stateSize = Int(try bytes.load(UInt16.self))
    try bytes.skip(extra + stateSize)
    let schema = try bytes.text(schemaSize)
    try bytes.skip(1)
    let text =
      isCompressed
      ? String(decoding: try CompressedPart.bytes(of: bytes.rest), as: UTF8.self)
      : String(decoding: bytes.rest, as: UTF8.self)
    return LoggedQuery(thread: thread, schema: schema, text: text, errorCode: errorCode)
  }

  private static func prepared(_ bytes: inout LogBytes) throws(DamagedEvent) -> XATransaction {
    let isOnePhase = try bytes.byte() != 0
    let format = try bytes.load(UInt32.self)
    let (global, branch) = (Int(try bytes.load(UInt32.self)), Int(try bytes.load(UInt32.self)))
    return XATransaction(
      format: format, global: Array(try bytes.take(global)), branch: Array(try bytes.take(branch)),
      isOnePhase: isOnePhase)
  }
}

/// A place in a server's log, to compare two things of one server by.
struct LogPlace: Sendable, Hashable, Comparable {
  /// The file's name, which ends with a growing number.
  var file = ""
  /// Where in the file, in bytes. In a file of more than 4 GiB the log itself has it wrong.
  var offset: UInt64 = 0

  static func < (left: LogPlace, right: LogPlace) -> Bool {
    if left.file == right.file { return left.offset < right.offset }
    // After number 999999 comes one with seven digits.
    let (first, second) = (left.file.utf8.count, right.file.utf8.count)
    return first == second ? left.file < right.file : first < second
  }
}
