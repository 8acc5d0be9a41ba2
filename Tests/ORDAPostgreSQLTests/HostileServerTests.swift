import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// A server that logs everybody in and then says what it likes.
@Suite(.ownThread, .serialized) struct HostileServerTests {
  /// A message of the protocol.
  static func message(_ type: Character, _ content: [UInt8] = []) -> [UInt8] {
    Array(String(type).utf8) + number(Int32(content.count + 4)) + content
  }

  static func number<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static let welcome = message("R", number(Int32(0))) + message("K", number(Int32(1)) + number(Int32(2))) + ready
  static let ready = message("Z", [0x49])

  /// Serves connections, each with the answers to what comes after logging in; then it hangs up.
  private static func serve(_ answers: [[UInt8]], _ body: (String) throws -> Void) throws {
    let server = try Listener { wire, _ in
      // The wish to encrypt is not sent: the URL says so.
      _ = try wire.receive(atMost: 65_536)
      for answer in [welcome] + answers {
        try wire.send(answer)
        _ = try wire.receive(atMost: 65_536)
      }
    }
    defer { server.stop() }
    try body("postgresql://a@127.0.0.1:\(server.port)/b?tls=disable&pool.max=1&changes=none")
  }

  /// A statement that was prepared, with one column of a type.
  static func described(_ type: UInt32, format: Int16 = 0) -> [UInt8] {
    let column =
      Array("v\0".utf8) + number(Int32(0)) + number(Int16(0)) + number(type) + number(Int16(-1)) + number(Int32(-1))
    return message("T", number(Int16(1)) + column + number(format))
  }

  static func prepared(_ type: UInt32) -> [UInt8] {
    message("1") + message("t", number(Int16(0))) + described(type) + ready
  }

  static func row(_ type: UInt32, _ cell: [UInt8]) -> [UInt8] {
    message("2") + described(type, format: 1) + message("D", number(Int16(1)) + number(Int32(cell.count)) + cell)
      + message("C", Array("SELECT 1\0".utf8)) + ready
  }

  @Test(
    "A value shorter or longer than its type, or that is none, is an error and no crash",
    arguments: [
      (16, []), (20, [1]), (20, [UInt8](repeating: 1, count: 9)), (21, [1, 2, 3]), (23, [0]), (26, []), (700, [1]),
      (701, [1, 2, 3, 4]), (1082, [1]), (1083, [UInt8](repeating: 255, count: 8)), (1114, [1, 2]), (1184, []),
      (1186, [0]), (1266, [0]), (2950, [1, 2, 3]), (3802, []), (3802, [9, 1]), (1700, [0, 1]),
      (1700, [0, 9, 0, 0, 0, 0, 0, 0]), (1700, [0, 1, 0, 0, 0, 0, 0, 0, 255, 255]),
    ] as [(UInt32, [UInt8])])
  func malformed(_ type: UInt32, _ cell: [UInt8]) throws {
    try Self.serve([Self.prepared(type), Self.row(type, cell)]) { url in
      let db = try PostgreSQLServer.open(url: url)
      let error = #expect(throws: DatabaseError.self) {
        try db.forEach("SELECT v FROM t") { row in _ = try row.get(0, as: Value.self) }
      }
      #expect(error?.kind == .protocolViolation)
      try db.close(within: .zero)
    }
  }

  @Test("Rows with other columns than were described are an error")
  func otherColumns() throws {
    try Self.serve([Self.prepared(23), Self.row(25, [65])]) { url in
      let db = try PostgreSQLServer.open(url: url)
      let error = #expect(throws: DatabaseError.self) { _ = try db.query("SELECT v FROM t") }
      #expect(error?.kind == .protocolViolation)
      try db.close(within: .zero)
    }
  }

  @Test("A hundred conversations of noise end in errors, and none in a crash or without end")
  func noise() throws {
    var state: UInt64 = 4711
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let pieces: [[UInt8]] = [
      Self.prepared(23), Self.prepared(1700), Self.row(23, [0, 0, 0, 1]), Self.row(1700, [0, 0, 0, 0, 0, 0, 0, 0]),
      Self.ready,
      Self.message("C", Array("SELECT 1\0".utf8)), Self.message("E", Array("SERROR\0C42601\0Mno\0\0".utf8)),
      Self.message("I"),
      Self.message("n"), Self.message("N", Array("SWARNING\0\0".utf8)), Self.message("A", [0, 0, 0, 1, 65, 0, 0]),
      Self.message("G", [0, 0, 0]), Self.message("H", [0, 0, 0]), Self.message("S", Array("a\0b\0".utf8)),
      Self.message("c"),
      Self.message("2"), Self.message("3"), Self.message("s"),
    ]
    for _ in 0..<100 {
      var answers: [[UInt8]] = []
      for _ in 0..<(1 + random(4)) {
        var answer = (0...random(4)).flatMap { _ in pieces[random(pieces.count)] }
        for _ in 0..<random(3) where !answer.isEmpty { answer[random(answer.count)] = UInt8(random(256)) }
        answers.append(answer)
      }
      try Self.serve(answers) { url in
        guard let db = try? PostgreSQLServer.open(url: url + "&connect-timeout=2s&read-timeout=200ms") else { return }
        _ = try? db.query("SELECT v FROM t WHERE n = ?", 1)
        _ = try? db.transaction { tx in try tx.execute("INSERT INTO t VALUES (1)") }
        try? db.close(within: .zero)
      }
    }
  }
}
