import ORDA
import TestSupport
import Testing

@testable import ORDAPostgreSQL

/// Messages of the server's log, as bytes.
@Suite struct LogMessageTests {
  @Test("Each message is read", arguments: Bytes.messages) func reads(_ bytes: [UInt8], _ message: LogMessage) throws {
    #expect(try bytes.withUnsafeBytes { try LogMessage($0) } == message)
  }

  @Test("A message that ends too early is damaged", arguments: Bytes.messages)
  func truncated(_ bytes: [UInt8], _ message: LogMessage) {
    for count in 0..<bytes.count where message != .other {
      #expect(throws: DamagedMessage.self, "\(count) of \(bytes.count) bytes") {
        try bytes.prefix(count).withUnsafeBytes { try LogMessage($0) }
      }
    }
  }

  @Test("Whatever comes is read, or damaged") func anything() {
    var generator = Seeded(4711)
    for (bytes, _) in Bytes.messages {
      for _ in 0..<2000 {
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<4, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: .min ... .max, using: &generator)
        }
        _ = try? bytes.withUnsafeBytes { try LogMessage($0) }
        _ = try? ([0x77] + bytes).withUnsafeBytes { try ReplicationMessage($0) }
      }
    }
  }

  @Test("Counts beyond the end are damaged, and take no memory") func counts() {
    let cells: [UInt8] = Bytes("I").number(7).byte("N").bytes + [0xFF, 0xFF]
    let value: [UInt8] = Bytes("I").number(7).byte("N").bytes + [0, 1, 0x74, 0xFF, 0xFF, 0xFF, 0xFF]
    let tables: [UInt8] = Bytes("T").number(0xFFFF_FFFF).bytes + [0]
    for bytes in [cells, value, tables] {
      #expect(throws: DamagedMessage.self) { try bytes.withUnsafeBytes { try LogMessage($0) } }
    }
  }

  @Test("The server says how far it is") func alive() throws {
    let bytes = [0x6B] + Bytes("").wide(42).wide(0).bytes + [1]
    guard case .alive(let end, true) = try bytes.withUnsafeBytes({ try ReplicationMessage($0) }) else {
      Issue.record("another message")
      return
    }
    #expect(end.number == 42)
    for count in 0..<bytes.count {
      #expect(throws: DamagedMessage.self) { try bytes.prefix(count).withUnsafeBytes { try ReplicationMessage($0) } }
    }
  }
}

/// Bytes of a message, part by part.
struct Bytes {
  var bytes: [UInt8]

  init(_ letter: String) { bytes = Array(letter.utf8) }

  func byte(_ letter: String) -> Bytes { with(Array(letter.utf8)) }
  func text(_ text: String) -> Bytes { with(Array(text.utf8) + [0]) }
  func short(_ number: UInt16) -> Bytes { with(withUnsafeBytes(of: number.bigEndian) { Array($0) }) }
  func number(_ number: UInt32) -> Bytes { with(withUnsafeBytes(of: number.bigEndian) { Array($0) }) }
  func wide(_ number: UInt64) -> Bytes { with(withUnsafeBytes(of: number.bigEndian) { Array($0) }) }
  func value(_ text: String) -> Bytes { byte("t").number(UInt32(text.utf8.count)).byte(text) }

  private func with(_ more: [UInt8]) -> Bytes {
    var copy = self
    copy.bytes += more
    return copy
  }

  static let messages: [([UInt8], LogMessage)] = [
    (Bytes("B").wide(1).wide(2).number(77).bytes, .begin(transaction: 77)),
    (
      Bytes("C").byte("\0").wide(1).wide(2).wide(3).bytes,
      .commit(LoggedCommit(end: LogPosition(number: 2), time: 3))
    ),
    (
      Bytes("R").number(7).text("").text("t").byte("f").short(1).byte("\u{1}").text("a").number(23).number(1).bytes,
      .relation(
        LoggedRelation(
          number: 7, schema: "pg_catalog", name: "t", identity: .full,
          columns: [.init(name: "a", type: 23, isIdentifying: true)]))
    ),
    (
      Bytes("I").number(7).byte("N").short(3).value("x").byte("n").byte("u").bytes,
      .insert(relation: 7, new: [.text([0x78]), .null, .unchanged])
    ),
    (
      Bytes("U").number(7).byte("K").short(1).value("1").byte("N").short(1).value("2").bytes,
      .update(
        relation: 7, old: LoggedRow(isWhole: false, cells: [.text([0x31])]), new: [.text([0x32])])
    ),
    (Bytes("U").number(7).byte("N").short(1).value("").bytes, .update(relation: 7, old: nil, new: [.text([])])),
    (
      Bytes("D").number(7).byte("O").short(1).byte("n").bytes,
      .delete(relation: 7, old: LoggedRow(isWhole: true, cells: [.null]))
    ),
    (Bytes("T").number(2).byte("\0").number(7).number(8).bytes, .truncate(relations: [7, 8])),
    (
      Bytes("M").byte("\u{1}").wide(1).text("orda").number(3).byte("1 2").bytes,
      .text(prefix: "orda", content: "1 2")
    ),
    (Bytes("O").wide(1).text("elsewhere").bytes, .other),
  ]
}

/// Which transactions a statement sees.
@Suite struct VisibleTransactionsTests {
  @Test("A snapshot is read") func reads() throws {
    let snapshot = try #require(VisibleTransactions("100:105:100,103"))
    #expect([99, 100, 101, 103, 104, 105].map { snapshot.contains($0) } == [true, false, true, false, true, false])
    for text in ["", "1:2", "a:2:", "3:2:", "1:2:x", "1:2:3:4", "-1:2:"] { #expect(VisibleTransactions(text) == nil) }
  }

  @Test("Numbers begin anew after four billion") func wraps() throws {
    let snapshot = try #require(VisibleTransactions("4294967300:4294967302:4294967300"))
    #expect([4_294_967_295, 3, 4, 5, 6].map { snapshot.contains($0) } == [true, true, false, true, false])
  }
}

/// What transactions of ORDA's leave in the log.
@Suite struct CommitMarkTests {
  @Test("A mark is read as it was written, and nothing else is one") func reads() {
    let mark = CommitMark(process: .max, owner: 3, number: 4)
    #expect(CommitMark("\(mark)") == mark)
    for text in ["", "1 2", "1 2 3 4", "1 2 x", "-1 2 3", " 1 2 3"] { #expect(CommitMark(text) == nil) }
  }
}
