import ORDA
import Testing

@Suite("Values in the form of a type") struct ColumnTypeValueTests {
  private static let converted: [(ColumnType, Value, String)] = [
    (.int, .double(3), "integer 3"), (.int, .text("0"), "typeMismatch"), (.boolean, .int(1), "integer 1"),
    (.integer(bits: 64, isUnsigned: true), .uint(.max), "integer 18446744073709551615"),
    (.double, .int(3), "double 3.0"),
    (.decimal(precision: 4, scale: 2), .double(12.3), "decimal 12.3"),
    (.decimal(precision: 4, scale: 2), .text("12.30"), "decimal 12.30"), (.text, .int(-5), "text -5"),
    (.text, .double(0.5), "text 0.5"), (.text, .bytes([0x61]), "text a"), (.bytes, .text("ä"), "bytes x'c3a4'"),
    (.bytes, .other(type: "POINT", bytes: [7]), "bytes x'07'"), (.date, .text("2024-02-29"), "date 2024-02-29"),
    (.time, .text("-12:34:56"), "time -12:34:56"),
    (.timestamp, .text("2009-01-01T00:00:00"), "timestamp 2009-01-01 00:00:00.000000"),
    (.instant, .text("2009-01-01 02:00:00+02:00"), "instant 2009-01-01 00:00:00.000000Z"),
    (.uuid, .bytes([UInt8](repeating: 0, count: 16)), "uuid 00000000-0000-0000-0000-000000000000"),
    (.json, .int(3), "json 3"), (.other("x"), .double(3), "double 3.0"), (.date, .null, "NULL NULL"),
  ]

  @Test("lose nothing", arguments: converted)
  func forms(_ type: ColumnType, _ value: Value, _ expected: String) {
    do {
      let result = try type.value(from: value)
      #expect("\(result.typeName) \(result)" == expected)
    } catch {
      #expect("\(error.kind)" == expected)
    }
  }

  private static let refusals: [(ColumnType, Value)] = [
    (ColumnType.int, Value.double(0.5)), (.int, .text("3")), (.double, .int(9_007_199_254_740_993)),
    (.date, .text("today")),
    (.text, .bytes([0xFF])), (.uuid, .int(1)), (.timestamp, .text("2009-01-01 00:00:00Z")), (.boolean, .bytes([1])),
  ]

  @Test("or are refused", arguments: refusals)
  func refused(_ type: ColumnType, _ value: Value) {
    #expect(throws: DatabaseError.self) { try type.value(from: value) }
  }
}
