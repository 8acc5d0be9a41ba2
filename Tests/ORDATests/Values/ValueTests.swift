import Foundation
import Testing

@testable import ORDA

@Suite struct ValueTests {
  @Test func equalsItself() throws {
    let all: [Value] = [
      .null, .int(.min), .int(0), .uint(.max), .double(1.5), .double(.nan), .double(.infinity), .decimal(12), .text(""),
      .text("a\u{0}b"), .bytes([]), .bytes([0]), .date(try #require(CivilDate("2026-01-31"))),
      .time(CivilTime(microseconds: 1)), .timestamp(try #require(CivilTimestamp("2026-01-31 00:00:00"))),
      .instant(try #require(Instant("2026-01-31 00:00:00"))), .uuid(UUID()), .json("1"), .json(""),
      .other(type: "point", bytes: [1]), .other(type: "inet6", bytes: [1]),
    ]
    for (left, first) in all.enumerated() {
      for (right, second) in all.enumerated() { #expect((first == second) == (left == right), "\(first), \(second)") }
    }
    #expect(Set(all).count == all.count)
    #expect(Set(all + all).count == all.count)
  }

  @Test func numbersThatAreTheSame() {
    #expect(Value.double(.nan) == .double(-.nan))
    #expect(Value.double(.nan).hashValue == Value.double(.signalingNaN).hashValue)
    #expect(Value.double(0) == .double(-0.0))
    #expect(Value.double(0).hashValue == Value.double(-0.0).hashValue)
    #expect(Value.integer(5 as UInt64).debugDescription == "5")
    if case .int(5) = Value.integer(5 as UInt64) {} else { Issue.record("a small number is .int") }
    if case .int(.max) = Value.integer(UInt64(Int64.max)) {} else { Issue.record("a small number is .int") }
    if case .uint(.max) = Value.integer(UInt64.max) {} else { Issue.record("a large number is .uint") }
    #expect(Value.uint(5) == .int(5))
    #expect(Value.uint(5).hashValue == Value.int(5).hashValue)
    #expect(Value.uint(.max) != .int(-1))
    #expect(Value.int(1) != .double(1))
    #expect(Value.decimal(ExactDecimal("12.3") ?? 0) == .decimal(ExactDecimal("12.30") ?? 1))
  }

  @Test func literals() {
    let values: [Value] = [nil, 1, 1.5, "text", true, false]
    #expect(values == [.null, .int(1), .double(1.5), .text("text"), .int(1), .int(0)])
  }

  @Test func describesItselfShortly() {
    #expect(Value.null.description == "NULL")
    #expect(Value.text("it's").description == "it's")
    #expect(Value.text("it's").debugDescription == "'it''s'")
    #expect(Value.bytes([0x0A, 0xFF]).description == "x'0aff'")
    #expect(Value.bytes([]).description == "x''")
    #expect(
      Value.bytes(Array(repeating: 7, count: 300)).description == "x'07070707070707070707070707070707…' (300 bytes)")
    #expect(Value.text(String(repeating: "a", count: 100)).debugDescription.count < 90)
    #expect(Value.decimal(ExactDecimal("12.30") ?? 0).debugDescription == "decimal 12.30")
    #expect(Value.other(type: "text", bytes: [0xFF]).description == "text x'ff'")
    #expect(Value.other(type: "point", bytes: Array("(1,2)".utf8)).description == "(1,2)")
    #expect(Value.other(type: "point", bytes: Array("(1,2)".utf8)).debugDescription == "point '(1,2)'")
    #expect(Value.uint(.max).description == "18446744073709551615")
    #expect(Value.double(.leastNonzeroMagnitude).description == "5e-324")
  }

  @Test func givesOtherTypes() throws {
    #expect(try Value.text("Jazz").get(as: String.self) == "Jazz")
    let number: Int = try Value.int(3).get()
    #expect(number == 3)
    #expect(try Value.null.get(as: Int?.self) == nil)
    let error = #expect(throws: DatabaseError.self) { try Value.null.get(as: Int.self) }
    #expect(error?.kind == .unexpectedNull)
  }
}
