import ORDA
import Testing

@testable import Command
@testable import ORDAImport

@Suite struct CellTests {
  @Test func theTextNullLooksUnlikeNull() {
    #expect(Cell.null.text == "NULL")
    #expect(Cell.text("NULL").text == "'NULL'")
    #expect(Cell.text("null").text == "null")
  }

  @Test func valuesOfEveryKind() {
    #expect(Cell(Value.null) == .null)
    #expect(Cell(Value.int(-1)) == .number("-1"))
    #expect(Cell(Value.uint(.max)) == .number("18446744073709551615"))
    #expect(Cell(Value.double(0.1)) == .number("0.1"))
    #expect(Cell(Value.text("a\0b")) == .text("a\0b"))
    #expect(Cell(Value.text("a\0b")).text == "a\\0b")
    #expect(Cell(Value.bytes([])) == Cell(kind: .bytes, text: "x''"))
    #expect(Cell(Value.bytes([0, 0x0A, 0xFF])).text == "x'000aff'")
    #expect(Cell(Value.other(type: "inet", bytes: Array("::1".utf8))) == .text("::1"))
    #expect(Cell(Value.other(type: "citext", bytes: [0x1B])).text == "\\u{1b}")
    #expect(Cell(Value.other(type: "text\u{1B}", bytes: [0xFF])).text == "text\\u{1b} x'ff'")
  }

  @Test func longBytesAreCut() {
    let cell = Cell(Value.bytes([UInt8](repeating: 0xAB, count: 2000)))
    #expect(cell.text == "x'\(String(repeating: "ab", count: 16))…' (2000 bytes)")
  }

  @Test func groupedDigits() {
    #expect(
      [0, 999, 1000, 1_234_567, -1000].map { Grouped.digits($0) } == ["0", "999", "1,000", "1,234,567", "-1,000"])
    #expect(Grouped.digits(.min) == "-9,223,372,036,854,775,808")
    #expect(Grouped.count(1, "row") == "1 row")
    #expect(Grouped.count(2, "row") == "2 rows")
    #expect(Grouped.count(0, "entry", "entries") == "0 entries")
  }
}
