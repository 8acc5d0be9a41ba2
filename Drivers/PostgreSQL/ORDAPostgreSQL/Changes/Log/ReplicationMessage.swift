/// What the server and who reads its log send each other while it is read.
enum ReplicationMessage: Sendable {
  /// A piece of the log, and how far the server has read.
  case log(LogMessage, end: LogPosition)
  /// How far the server has read, and whether it wants an answer at once.
  case alive(end: LogPosition, wantsAnswer: Bool)

  /// Reads a message.
  ///
  /// - Throws: If it ends too early, or is none that the server sends.
  init(_ bytes: UnsafeRawBufferPointer) throws(DamagedMessage) {
    var bytes = LogBytes(bytes)
    switch try bytes.byte() {
    case 0x77:
      _ = try bytes.take(8)
      let end = LogPosition(number: try bytes.load())
      _ = try bytes.take(8)
      self = .log(try LogMessage(bytes.rest), end: end)
    case 0x6B:
      let end = LogPosition(number: try bytes.load())
      _ = try bytes.take(8)
      self = .alive(end: end, wantsAnswer: try bytes.byte() != 0)
    default: throw DamagedMessage()
    }
  }

  /// The answer: everything up to a position has been read, and the server need not keep it.
  ///
  /// - Parameters:
  ///   - time: Microseconds since 2000.
  ///   - asks: True if the server is to say how far it is, at once.
  static func answer(upTo position: LogPosition, time: Int64, asks: Bool) -> [UInt8] {
    var bytes: [UInt8] = [0x72]
    func append<T: FixedWidthInteger>(_ number: T) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    // Written, flushed and applied.
    for _ in 1...3 { append(position.number) }
    append(time)
    bytes.append(asks ? 1 : 0)
    return bytes
  }
}
