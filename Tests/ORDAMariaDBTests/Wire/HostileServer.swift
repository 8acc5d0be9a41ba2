import Foundation
import TestSupport
import Testing

/// A server of the database's protocol that says what a test tells it to say.
///
/// It greets, accepts any password, and answers what every connection asks; a test's script takes the place of any of these
/// answers. What clients sent is kept.
final class HostileServer: Sendable {
  /// What the server has to answer.
  enum Request: Sendable {
    /// A client connected.
    case connection
    /// The client's answer to the greeting.
    case login([UInt8])
    case query(String)
    case prepare(String)
    case execute(String)
    /// Any other command, by its number.
    case other(UInt8)
  }

  /// One step of an answer.
  enum Step: Sendable {
    /// A packet, in sequence.
    case packet([UInt8])
    /// Bytes as they are.
    case bytes([UInt8])
    /// Waits for a packet of the client's.
    case receive
    /// Waits until the client, which is in this process, has read what was sent so far.
    case pause
    case close
    case reset
    /// Says nothing any more, and reads on.
    case silence
  }

  /// The answer to a request; nil for the ordinary one. The number is that of the connection, from 0.
  typealias Script = @Sendable (_ request: Request, _ connection: Int) -> [Step]?

  private let listener: Listener
  private let log: Log

  /// What the clients sent, by connection.
  private final class Log: Sendable {
    let bytes = Shared<[Int: [UInt8]]>([:])
  }

  init(_ script: @escaping Script) throws {
    let log = Log()
    self.log = log
    listener = try Listener { wire, number in
      let session = HostileSession(wire: wire, number: number, script: script) { bytes in
        log.bytes.with { $0[number, default: []] += bytes }
      }
      try session.run()
    }
  }

  var port: Int { listener.port }
  /// Everything that any client sent.
  var received: [UInt8] { log.bytes.with { $0.sorted { $0.key < $1.key }.flatMap(\.value) } }
  /// The packets that it was sent, without their heads.
  var packets: [[UInt8]] {
    var rest = received[...]
    var packets: [[UInt8]] = []
    while rest.count >= 4 {
      let head = Array(rest.prefix(4))
      let length = Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16
      packets.append(Array(rest.dropFirst(4).prefix(length)))
      rest = rest.dropFirst(4 + length)
    }
    return packets
  }
  /// How many clients sent something.
  var connections: Int { log.bytes.with { $0.count } }

  /// Whether a client sent a text anywhere.
  func received(_ text: String) -> Bool { received.contains(Array(text.utf8)) }

  func stop() { listener.stop() }
}

extension Collection where Element == UInt8 {
  /// Whether these bytes hold others in one piece.
  func contains(_ part: [UInt8]) -> Bool {
    var rest = self[...]
    while let start = rest.firstIndex(of: part[0]) {
      rest = rest[start...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return part.isEmpty
  }
}

extension Wire {
  /// Whether a socket of this process is the other end.
  fileprivate func leads(to socket: Int32) -> Bool {
    let (mine, its) = (Self.ports(descriptor), Self.ports(socket))
    return mine != nil && mine?.own == its?.peer && mine?.peer == its?.own
  }

  private static func ports(_ socket: Int32) -> (own: in_port_t, peer: in_port_t)? {
    var (own, peer) = (sockaddr_in(), sockaddr_in())
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isFound = withUnsafeMutablePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) == 0 }
    }
    let isConnected = withUnsafeMutablePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &size) == 0 }
    }
    guard isFound, isConnected, own.sin_family == sa_family_t(AF_INET) else { return nil }
    return (own.sin_port, peer.sin_port)
  }

  fileprivate static func hasUnread(_ socket: Int32) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0 && entry.revents == Int16(POLLIN)
  }
}

/// One client of a ``HostileServer``, on a thread of its own.
private final class HostileSession {
  let wire: Wire
  let number: Int
  let script: HostileServer.Script
  let note: ([UInt8]) -> Void
  var sequence: UInt8 = 0
  var statements: [UInt32: String] = [:]
  var lastStatement: UInt32 = 0

  init(wire: Wire, number: Int, script: @escaping HostileServer.Script, note: @escaping ([UInt8]) -> Void) {
    self.wire = wire
    self.number = number
    self.script = script
    self.note = note
  }

  func run() throws {
    try answer(.connection)
    try answer(.login(receive()))
    while true {
      let packet = try receive()
      guard let command = packet.first else { continue }
      let text = String(decoding: packet.dropFirst(), as: UTF8.self)
      switch command {
      case 0x01: return
      case 0x03: try answer(.query(text))
      case 0x16:
        lastStatement += 1
        statements[lastStatement] = text
        try answer(.prepare(text))
      case 0x17:
        var id = packet.dropFirst().prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        // The statement that was prepared last.
        if id == .max { id = lastStatement }
        try answer(.execute(statements[id] ?? ""))
      // Closing a statement and sending a long value are not answered.
      case 0x18, 0x19: break
      default: try answer(.other(command))
      }
    }
  }

  private func receive() throws -> [UInt8] {
    let head = try wire.receive(exactly: 4)
    sequence = head[3] &+ 1
    let body = try wire.receive(exactly: Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16)
    note(head + body)
    return body
  }

  private func answer(_ request: HostileServer.Request) throws {
    for step in script(request, number) ?? ordinary(request) {
      switch step {
      case .packet(let body):
        try wire.send(Packet.integer(UInt64(body.count), bytes: 3) + [sequence] + body)
        sequence &+= 1
      case .bytes(let bytes): try wire.send(bytes)
      case .receive: _ = try receive()
      case .pause:
        let client = (3..<Int32(4096)).first { wire.leads(to: $0) }
        #expect(eventually { client.map { Wire.hasUnread($0) } != true })
      case .close: throw Wire.End()
      case .reset:
        wire.reset()
        throw Wire.End()
      case .silence: while true { note(try wire.receive()) }
      }
    }
  }

  private func ordinary(_ request: HostileServer.Request) -> [HostileServer.Step] {
    switch request {
    case .connection: [.packet(Packet.greeting())]
    case .query(let text) where HostileServer.asksSession(text): HostileServer.variables().map { .packet($0) }
    case .prepare(let text):
      [.packet(Packet.prepared(id: lastStatement, columns: text.hasPrefix("SELECT") ? 1 : 0, parameters: 0))]
        + (text.hasPrefix("SELECT")
          ? [.packet(Packet.column("n", type: ColumnType.longLong)), .packet(Packet.end())] : [])
    case .execute(let text) where text.hasPrefix("SELECT"):
      HostileServer.result([Packet.column("n", type: ColumnType.longLong)], rows: [[Packet.integer(1, bytes: 8)]])
    default: [.packet(Packet.ok())]
    }
  }
}

extension HostileServer {
  /// The answer to the question at the beginning of a session. To a client that remembers columns it is told that these follow.
  static func variables(describes: Bool = false) -> [[UInt8]] {
    let answer = ["STRICT_TRANS_TABLES REPEATABLE-READ 16777216 1 1 1 1 28800 1", "db1/3306//data//1/1", nil]
    return [Packet.length(UInt64(answer.count)) + (describes ? [1] : [])]
      + answer.indices.map { Packet.column("\($0)", type: ColumnType.text) }
      + [Packet.end(), Packet.textRow(answer), Packet.end()]
  }

  /// True for the question at the beginning of a session.
  static func asksSession(_ text: String) -> Bool { text.hasPrefix("SELECT CONCAT_WS(' ', @@sql_mode") }

  /// The answer to an execution: columns and rows of cells.
  static func result(_ columns: [[UInt8]], rows: [[[UInt8]]]) -> [Step] {
    result(columns, packets: rows.map { Packet.binaryRow($0) })
  }

  /// The answer to an execution: columns, and packets where the rows should be.
  static func result(_ columns: [[UInt8]], packets: [[UInt8]]) -> [Step] {
    [.packet(Packet.length(UInt64(columns.count)))] + columns.map { .packet($0) } + [.packet(Packet.end())]
      + packets.map { .packet($0) } + [.packet(Packet.end())]
  }

  /// A server whose answers to a SELECT have these columns, and these packets where the rows should be.
  convenience init(columns: [[UInt8]], rows: [[UInt8]]) throws {
    try self.init { request, _ in
      switch request {
      case .prepare(let text) where text.hasPrefix("SELECT"):
        [.packet(Packet.prepared(id: 1, columns: columns.count, parameters: 0))] + columns.map { .packet($0) }
          + [.packet(Packet.end())]
      case .execute(let text) where text.hasPrefix("SELECT"): Self.result(columns, packets: rows)
      default: nil
      }
    }
  }
}
