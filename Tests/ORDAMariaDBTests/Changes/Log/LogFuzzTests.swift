import Foundation
import ORDA
import Testing

@testable import ORDAMariaDB

/// ORDA_FUZZ_EVENTS has more of them than 20,000, and ORDA_FUZZ_SEED others.
@Suite("Events of a log that is damaged", .timeLimit(.minutes(10)))
struct LogFuzzTests {
  private let count = ProcessInfo.processInfo.environment["ORDA_FUZZ_EVENTS"].flatMap { Int($0) } ?? 20_000
  private let seed = ProcessInfo.processInfo.environment["ORDA_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  /// A server's events, without their checksums, and what its tables are.
  private static let recorded = Result { () throws -> (events: [[UInt8]], tables: [String: LoggedTable]) in
    let server = try ThrowawayServer("--log-bin-compress=1")
    let db = try server.open("root", "?tls=disable&session.sql_mode=&zero-dates=null")
    try db.execute("CREATE DATABASE fuzz")
    for (number, example) in LoggedTypes.all.enumerated() {
      try db.execute(SQL(text: "CREATE TABLE fuzz.t\(number) (id INT, x \(example.type))"))
      // Long ones take long, and are no other way.
      for (row, literal) in example.literals.enumerated() where !literal.contains("000)") {
        try db.execute(SQL(text: "INSERT INTO fuzz.t\(number) (id, x) VALUES (\(row), \(literal))"))
      }
      try db.execute(SQL(text: "UPDATE fuzz.t\(number) SET id = id + 1"))
    }
    let connection = try MariaDBConnection.open(try Follower.settings("mariadb://root@127.0.0.1:\(server.port)"))
    defer { connection.close() }
    var tables: [String: LoggedTable] = [:]
    for number in LoggedTypes.all.indices {
      tables["t\(number)"] = try LoggedTable.read(schema: "fuzz", table: "t\(number)", on: connection)
    }
    let events = try LogServer.rawEvents(of: db).filter { $0[4] != 15 }.map { Array($0.dropLast(4)) }
    return (events, tables)
  }

  /// Gives an event the length that it has, so that it is looked into.
  private static func sized(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    guard bytes.count >= 13 else { return bytes }
    for index in 0..<4 { bytes[9 + index] = UInt8(truncatingIfNeeded: bytes.count >> (8 * index)) }
    return bytes
  }

  private static func damaged(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 20 {
      let place = Int.random(in: 19..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF][Int.random(in: 0..<9, using: &random)]
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &random)))
      case 4: bytes.insert(contentsOf: (0..<Int.random(in: 1...8, using: &random)).map { UInt8($0) }, at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return sized(bytes)
  }

  @Test("are refused, or read as something, and harm nobody")
  func events() throws {
    let (events, tables) = try Self.recorded.get()
    var random = Seeded(seed)
    var map: TableMap?
    var decoder: RowDecoder?
    var (refused, read) = (0, 0)
    // Those that are not damaged can be read, every one.
    for event in events {
      var parser = LogEventParser(hasChecksums: false)
      switch try parser.event(Self.sized(event)) {
      case .tableMap(let found):
        map = found
        decoder = try tables[found.table].map { try RowDecoder(found, $0) }
      case .rows(let rows): if let decoder, map?.id == rows.table { read += try decoder.rows(of: rows).count }
      default: break
      }
    }
    #expect(read > 300)
    for _ in 0..<count / events.count + 1 {
      for event in events {
        var parser = LogEventParser(hasChecksums: false)
        // Some table maps stay as they are, so that damaged rows meet what they are of.
        let isDamaged = event[4] != LogEventType.tableMap || Int.random(in: 0..<4, using: &random) == 0
        do {
          switch try parser.event(isDamaged ? Self.damaged(event, &random) : Self.sized(event)) {
          case .tableMap(let found):
            decoder = nil
            map = found
            decoder = try tables[found.table].map { try RowDecoder(found, $0) }
          case .rows(let rows): _ = try decoder?.rows(of: rows)
          default: break
          }
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > count / 20)
  }

  @Test("and bytes without any sense")
  func nonsense() throws {
    var random = Seeded(seed)
    let types: [UInt8] = [2, 4, 15, 16, 18, 19, 23, 24, 25, 26, 27, 30, 31, 38, 162, 165, 166, 167, 168, 169, 171]
    var refused = 0
    for _ in 0..<count {
      var bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if bytes.count > 4, Bool.random(using: &random) {
        bytes[4] = types[Int.random(in: 0..<types.count, using: &random)]
        bytes = Self.sized(bytes)
      }
      var parser = LogEventParser(hasChecksums: false)
      do {
        if case .tableMap(let map) = try parser.event(bytes) { _ = try map.columns() }
      } catch {
        refused += 1
      }
    }
    #expect(refused > count / 2)
  }

  @Test("and cells of every form")
  func cells() throws {
    var random = Seeded(seed)
    let formats: [CellFormat] = [
      .int8, .int24, .uint24, .uint64, .float, .decimal(digits: 65, scale: 30), .decimal(digits: 9, scale: 9), .year,
      .date, .time(0), .time(3), .timestamp(2), .instant(1), .bit(8), .choice(2, [.text(""), .text("a")]),
      .choices(8, ["a", nil]), .text(1, .latin1), .text(2, .utf16), .text(1, .utf32), .json(1, .utf8),
      .bytes(3), .padded(1, count: 16, .uuid), .padded(1, count: 4, .address), .padded(2, count: 300, .bytes),
      .compressed(1, .utf8), .compressed(1, nil), .skipped(5), .skippedBehindLength(1),
    ]
    let rules = RowDecoder.Rules(readsZeroDatesAsNull: false)
    for _ in 0..<count {
      let format = formats[Int.random(in: 0..<formats.count, using: &random)]
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      bytes.withUnsafeBytes { source in
        var cursor = LogBytes(source)
        _ = try? format.cell(&cursor, rules)
        #expect(cursor.position <= bytes.count)
      }
    }
  }
}
