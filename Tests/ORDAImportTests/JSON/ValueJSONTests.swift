import Foundation
import ORDA
import Testing

@testable import ORDAImport

@Suite struct ValueJSONTests {
  private func value(_ text: String) throws -> Value { try Value(json: try JSONReader.read(text)) }

  @Test(
    "Plain JSON and tags",
    arguments: [
      ("null", .null), ("true", .int(1)), ("false", .int(0)), ("-7", .int(-7)), ("1.0", .double(1)),
      ("1e2", .double(100)),
      ("\"$date\"", .text("$date")), ("18446744073709551615", .uint(.max)), ("9223372036854775808", .uint(1 << 63)),
      (#"{"$bytes":""}"#, .bytes([])), (#"{"$bytes":"AAEC/w=="}"#, .bytes([0, 1, 2, 255])),
      (#"{"$bytes":"AAE="}"#, .bytes([0, 1])), (#"{"$bytes":"+/+/"}"#, .bytes([0xFB, 0xFF, 0xBF])),
      (
        #"{"$uuid":"00112233-4455-6677-8899-aabbccddeeff"}"#,
        .uuid(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") ?? UUID())
      ),
      (#"{"$double":"inf"}"#, .double(.infinity)), (#"{"$double":"-inf"}"#, .double(-.infinity)),
      (#"{"$double":"nan"}"#, .double(.nan)), (#"{"$double":"1"}"#, .double(1)),
      (#"{"$json":"[1, 2]"}"#, .json("[1, 2]")),
      (#"{"$other":{"type":"point","bytes":"AQ=="}}"#, .other(type: "point", bytes: [1])),
      (#"{"$other":{"type":"point","text":"(1,2)"}}"#, .other(type: "point", bytes: Array("(1,2)".utf8))),
    ] as [(String, Value)])
  func plainAndTagged(_ text: String, _ expected: Value) throws {
    #expect(try value(text) == expected)
  }

  @Test("Tagged values read as their text does, with all digits")
  func exactTags() throws {
    #expect("\(try value(#"{"$decimal":"12.30"}"#))" == "12.30")
    #expect(try value(#"{"$decimal":"12.30"}"#).typeName == "decimal")
    #expect(try value(#"{"$date":"2026-01-31"}"#).debugDescription == "date 2026-01-31")
    #expect(try value(#"{"$time":"-26:00:00.5"}"#).typeName == "time")
    #expect(try value(#"{"$timestamp":"2026-01-31 12:30:00"}"#).typeName == "timestamp")
    #expect(try value(#"{"$instant":"2026-01-31T12:30:00Z"}"#).typeName == "instant")
  }

  @Test("A double stays one, minus zero too")
  func minusZero() throws {
    guard case .double(let zero) = try value("-0.0") else { return #expect(Bool(false)) }
    #expect(zero.sign == .minus)
  }

  @Test(
    "What can't be read says what to do",
    arguments: [
      ("18446744073709551616", "outOfRange", "write {\"$decimal\""),
      ("-9223372036854775809", "outOfRange", "write {\"$decimal\""),
      ("1e999", "outOfRange", "too large for a double"),
      ("[1]", "typeMismatch", "an array is no value"),
      ("{}", "typeMismatch", "an object is a value only with one member that is a tag"),
      (#"{"a":1}"#, "typeMismatch", "an object is a value only"),
      (#"{"$date":"2026-01-31","$time":"12:00"}"#, "typeMismatch", "an object is a value only"),
      (#"{"$dat":"2026-01-31"}"#, "typeMismatch", "there is no tag $dat; there are $bytes, $date"),
      (#"{"$date":"2026-02-30"}"#, "typeMismatch", "what $date holds can't be read as one"),
      (#"{"$date":20260131}"#, "typeMismatch", "$date takes a text, not a number"),
      (#"{"$decimal":"1.2.3"}"#, "typeMismatch", "what $decimal holds"),
      (#"{"$uuid":"x"}"#, "typeMismatch", "what $uuid holds"),
      (#"{"$double":"infinity"}"#, "typeMismatch", "what $double holds"),
      (#"{"$double":"0x10"}"#, "typeMismatch", "what $double holds"),
      (#"{"$double":"1e999"}"#, "typeMismatch", "what $double holds"),
      (#"{"$other":"x"}"#, "typeMismatch", "$other takes"),
      (#"{"$bytes":"AA"}"#, "typeMismatch", "what $bytes holds"),
      (#"{"$bytes":"A==="}"#, "typeMismatch", "what $bytes holds"),
      (#"{"$bytes":"AA=A"}"#, "typeMismatch", "what $bytes holds"),
      (#"{"$bytes":"AB=="}"#, "typeMismatch", "what $bytes holds"),
      (#"{"$bytes":"AAB="}"#, "typeMismatch", "what $bytes holds"),
      (#"{"$bytes":"A_-A"}"#, "typeMismatch", "what $bytes holds"),
      (#"{"$bytes":"===="}"#, "typeMismatch", "what $bytes holds"),
    ])
  func errors(_ text: String, _ kind: String, _ message: String) {
    #expect {
      try value(text)
    } throws: {
      guard let error = $0 as? DatabaseError else { return false }
      return error.kind.name == kind && error.message.contains(message)
    }
  }
}
