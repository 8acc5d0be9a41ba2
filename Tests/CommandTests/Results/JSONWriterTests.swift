import Foundation
import ORDA
import Testing

@testable import Command

@Suite("JSON is written") struct JSONWriterTests {
  private let rows: [[Value]] = [[.int(1), .text("Jazz")], [.int(2), .null]]

  @Test("as an array with a line for each row")
  func array() throws {
    #expect(try written(.json, ["id", "name"], rows) == #"[\#n{"id":1,"name":"Jazz"},\#n{"id":2,"name":null}\#n]\#n"#)
    #expect(try written(.json, ["id"], []) == "[]\n")
  }

  @Test("as lines")
  func lines() throws {
    #expect(try written(.jsonl, ["id", "name"], rows) == #"{"id":1,"name":"Jazz"}\#n{"id":2,"name":null}\#n"#)
    #expect(try written(.jsonl, ["id"], []) == "")
  }

  @Test("with a form of its own for each type")
  func types() throws {
    let values: [(Value, String)] = [
      (.null, "null"), (.int(.min), "-9223372036854775808"), (.uint(.max), "18446744073709551615"), (.double(1), "1.0"),
      (.double(0.1), "0.1"), (.double(-0.0), "-0.0"), (.double(1e300), "1e+300"),
      (.double(.leastNonzeroMagnitude), "5e-324"),
      (.double(.infinity), #"{"$double":"inf"}"#), (.double(-.infinity), #"{"$double":"-inf"}"#),
      (.double(.nan), #"{"$double":"nan"}"#),
      (.decimal(try #require(ExactDecimal("-0.00120"))), "-0.00120"),
      (.decimal(try #require(ExactDecimal("123456789012345678901234567890.5"))), "123456789012345678901234567890.5"),
      (.text(""), #""""#), (.bytes([]), #"{"$bytes":""}"#), (.bytes([0, 1, 255]), #"{"$bytes":"AAH/"}"#),
      (.other(type: "point", bytes: Array("(1,2)".utf8)), #""(1,2)""#),
      (.other(type: "text", bytes: [0xFF]), #"{"$other":{"type":"text","bytes":"/w=="}}"#),
      (.date(try #require(CivilDate("2026-01-31"))), #""2026-01-31""#),
      (.time(try #require(CivilTime("12:34:56.5"))), #""12:34:56.500000""#),
      (.timestamp(try #require(CivilTimestamp("2026-01-31 12:34:56"))), #""2026-01-31 12:34:56.000000""#),
      (.instant(try #require(Instant("2026-01-31 12:34:56Z"))), #""2026-01-31 12:34:56.000000Z""#),
      (
        .uuid(try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))),
        #""6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#
      ),
      (.json("{\"a\":1}"), #""{\"a\":1}""#),
    ]
    for (value, expected) in values {
      #expect(try written(.jsonl, ["v"], [[value]]) == "{\"v\":\(expected)}\n")
    }
  }

  @Test("from lent cells as from values")
  func lent() throws {
    let sql = "SELECT NULL AS n, 42 AS i, 0.5 AS d, 9e999 AS inf, 'a\"b' AS t, x'00ff' AS b"
    #expect(
      String(decoding: try queried(.jsonl, sql), as: UTF8.self)
        == #"{"n":null,"i":42,"d":0.5,"inf":{"$double":"inf"},"t":"a\"b","b":{"$bytes":"AP8="}}"# + "\n")
  }

  @Test("with each column's name but once")
  func names() throws {
    #expect(JSONWriter.distinct(["a", "b", "a", "a_2", "a"]) == ["a", "b", "a_3", "a_2", "a_4"])
    #expect(JSONWriter.distinct([]) == [])
    #expect(try written(.jsonl, ["a\"", "a\""], [[.int(1), .int(2)]]) == #"{"a\"":1,"a\"_2":2}"# + "\n")
  }

  @Test("so that another reader of JSON reads the same texts")
  func readBack() throws {
    let texts = ["", "\"\\/", "\u{0}\u{1}\u{1F}\u{7F}\u{85}", "\u{202E}\u{2028}", "日本 😀", "a\r\n\tb\u{8}\u{C}"]
    let json = try written(.json, texts.indices.map { "c\($0)" }, [texts.map { .text($0) }])
    let read = try JSONDecoder().decode([[String: String]].self, from: Data(json.utf8))
    #expect(read == [Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("c\($0)", $1) })])
  }
}
