import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("The events of MariaDB's log, byte by byte")
struct LogEventParserTests {
  /// The bytes were read as another event than they are.
  private struct OtherEvent: Error {}

  /// An event without a checksum.
  private func event(_ type: UInt8, _ content: [UInt8], end: UInt32 = 0) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    return bytes(1_000) + [type] + bytes(3) + bytes(UInt32(19 + content.count)) + bytes(end) + [0, 0] + content
  }

  private func parsed(_ type: UInt8, _ content: [UInt8]) throws -> LogEvent {
    var parser = LogEventParser(hasChecksums: false)
    return try parser.event(event(type, content))
  }

  @Test func `A group, with and without what may be in it`() throws {
    let name: [UInt8] = [42, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0]
    guard case .group(let plain) = try parsed(162, name + [0x21, 0, 0, 0, 0, 0, 0]) else { throw OtherEvent() }
    #expect(plain.gtid == GTID(domain: 5, server: 3, sequence: 42))
    #expect(plain.flags == [.standalone, .ddl])
    #expect(plain.time == 1_000)
    #expect(plain.xa == nil)
    let commit: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    let xa: [UInt8] = [7, 0, 0, 0, 2, 1] + Array("abc".utf8)
    guard case .group(let prepared) = try parsed(162, name + [0x42] + commit + xa) else { throw OtherEvent() }
    #expect(prepared.xa == XATransaction(format: 7, global: Array("ab".utf8), branch: Array("c".utf8)))
    #expect(throws: DamagedEvent.self) { try parsed(162, name + [0x42] + commit + xa.dropLast()) }
    #expect(throws: DamagedEvent.self) { try parsed(162, Array(name.dropLast())) }
  }

  @Test func `A statement, and what is no concern`() throws {
    let content: [UInt8] = [9, 0, 0, 0, 1, 0, 0, 0, 2, 0x51, 4, 3, 0, 1, 2, 3] + Array("db\0DROP TABLE t".utf8)
    guard case .query(let query) = try parsed(2, content) else { throw OtherEvent() }
    #expect(query.thread == 9)
    #expect(query.schema == "db")
    #expect(query.errorCode == 0x451)
    #expect(query.text == "DROP TABLE t")
    guard case .other(161) = try parsed(161, [1, 2, 3]) else { throw OtherEvent() }
    guard case .commit = try parsed(16, [1, 0, 0, 0, 0, 0, 0, 0]) else { throw OtherEvent() }
    guard case .heartbeat = try parsed(27, Array("binlog.000001".utf8)) else { throw OtherEvent() }
    guard case .incident = try parsed(26, [1, 0]) else { throw OtherEvent() }
  }

  @Test func `Where it is in the files`() throws {
    var parser = LogEventParser(hasChecksums: false)
    _ = try parser.event(event(4, [4, 0, 0, 0, 0, 0, 0, 0] + Array("binlog.000007".utf8)))
    _ = try parser.event(event(16, [UInt8](repeating: 0, count: 8), end: 700))
    #expect(parser.place == LogPlace(file: "binlog.000007", offset: 700))
  }

  @Test func `A checksum that is wrong is damage, and one that is right is taken off`() throws {
    var bytes = event(4, [4, 0, 0, 0, 0, 0, 0, 0] + Array("f.1".utf8) + [0, 0, 0, 0])
    let sum = bytes.dropLast(4).withUnsafeBytes { Checksum.of($0) }
    for index in 0..<4 { bytes[bytes.count - 4 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
    var parser = LogEventParser(hasChecksums: true)
    guard case .rotate(let file) = try parser.event(bytes) else { throw OtherEvent() }
    #expect(file == "f.1")
    bytes[20] ^= 1
    #expect(throws: DamagedEvent.self) { try parser.event(bytes) }
    // The sum that every description of CRC-32 has as its example.
    #expect(Array("123456789".utf8).withUnsafeBytes { Checksum.of($0) } == 0xCBF4_3926)
  }

  @Test func `A table and its row`() throws {
    // INT, VARCHAR(300), and an ENUM of two words; the first is unsigned.
    let map: [UInt8] =
      [7, 0, 0, 0, 0, 0, 1, 0, 1, 0x64, 0, 1, 0x74, 0, 3, 3, 15, 254, 4, 0x2C, 1, 247, 1, 7] + [1, 1, 0x80]
      + [4, 6, 1, 0x61, 1, 0x62, 1, 0x63] + [2, 1, 45] + [6, 5, 2, 1, 0x78, 1, 0x79]
    guard case .tableMap(let table) = try parsed(19, map) else { throw OtherEvent() }
    #expect(table.id == 7)
    #expect(table.schema == "d")
    #expect(table.table == "t")
    let columns = try table.columns()
    #expect(columns.map(\.name) == ["a", "b", "c"])
    #expect(columns[0] == LoggedColumn(type: 3, metadata: 0, isUnsigned: true, name: "a"))
    #expect(columns[1] == LoggedColumn(type: 15, metadata: 300, collation: 45, name: "b"))
    #expect(columns[2].labels == [[0x78], [0x79]])

    let rows: [UInt8] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0x68, 0x69, 2] + [6, 1, 0, 0, 0]
    guard case .rows(let event) = try parsed(23, [7, 0, 0, 0, 0, 0, 1, 0, 3, 7] + rows) else { throw OtherEvent() }
    #expect(event.kind == .insert)
    #expect(event.endsStatement)
    #expect(event.columnCount == 3)
    let described = LoggedTable(columns: [
      .init(name: "a", kind: .uint32, type: "int"),
      .init(name: "b", kind: .text, type: "varchar", charset: "utf8mb4", collation: 45),
      .init(name: "c", kind: .text, type: "enum", charset: "utf8mb4", labels: ["x", "y"]),
    ])
    let decoder = try RowDecoder(table, described)
    #expect(decoder.names == ["a", "b", "c"])
    let decoded = try decoder.rows(of: event)
    #expect(
      decoded.map(\.after) == [
        [.value(4_294_967_295), .value("hi"), .value("y")], [.value(1), .value(.null), .value(.null)],
      ])
    #expect(decoded.allSatisfy { $0.before == nil })
  }

  @Test func `A table that was altered since is not guessed at`() throws {
    let map: [UInt8] = [7, 0, 0, 0, 0, 0, 1, 0, 1, 0x64, 0, 1, 0x74, 0, 1, 3, 0, 1]
    func decode(_ kind: ColumnKind, _ name: String? = nil, columns: Int = 1) throws {
      var map = map
      if let name { map += [4, UInt8(name.utf8.count + 1), UInt8(name.utf8.count)] + Array(name.utf8) }
      map += [1, 1, 0]
      guard case .tableMap(let table) = try parsed(19, map) else { throw OtherEvent() }
      let column = LoggedTable.Column(name: "a", kind: kind, type: "int")
      _ = try RowDecoder(table, LoggedTable(columns: Array(repeating: column, count: columns)))
    }
    try decode(.int32)
    try decode(.int32, "a")
    #expect(try failure { try decode(.int64) }.kind == .protocolViolation)
    #expect(try failure { try decode(.uint32) }.kind == .protocolViolation)
    #expect(try failure { try decode(.text) }.kind == .protocolViolation)
    #expect(try failure { try decode(.int32, "b") }.kind == .protocolViolation)
    #expect(try failure { try decode(.int32, columns: 2) }.kind == .protocolViolation)
  }

  @Test func `What is compressed, in each of the ways that DEFLATE has`() throws {
    // zlib's own output for these texts: stored, with the code that is fixed, and with one of its own.
    let stored: [UInt8] = [0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF, 0x61, 0x62, 0x63, 0x02, 0x4D, 0x01, 0x27]
    #expect(try inflated(stored, 3) == Array("abc".utf8))
    let fixed: [UInt8] = [0x78, 0x9C, 0x4B, 0x4C, 0x4A, 0x4E, 0x04, 0x23, 0x00, 0x11, 0x3D, 0x03, 0x73]
    #expect(try inflated(fixed, 9) == Array("abcabcabc".utf8))
    #expect(throws: DamagedEvent.self) { try inflated(fixed, 8) }
    #expect(throws: DamagedEvent.self) { try inflated(fixed, 10) }
    #expect(throws: DamagedEvent.self) { try inflated(Array(fixed.prefix(7)), 9) }
    // Memory is not taken for what so few bytes can't become.
    #expect(throws: DamagedEvent.self) { try inflated(fixed, 1 << 40) }
  }

  private func inflated(_ bytes: [UInt8], _ size: Int) throws -> [UInt8] {
    let result = bytes.withUnsafeBytes { source in Result { try Inflate.inflate(source, size: size) } }
    return try result.get()
  }
}
