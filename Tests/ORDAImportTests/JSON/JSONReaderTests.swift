import Testing

@testable import ORDAImport

@Suite struct JSONReaderTests {
  @Test("Every sort of value")
  func values() throws {
    let text =
      #" {"a": [1, -2.50, "x", null, true, false, {}, []], "b":1e2 , "é":"\u00e9\n\"\\\/\b\f\r\t\ud83d\ude00"} "#
    #expect(
      try JSONReader.read(text)
        == .object([
          .init(
            name: "a",
            value: .array([
              .int(1), .number("-2.50"), .string("x"), .null, .bool(true), .bool(false), .object([]), .array([]),
            ])),
          .init(name: "b", value: .number("1e2")),
          .init(name: "é", value: .string("é\n\"\\/\u{8}\u{C}\r\t😀")),
        ]))
  }

  @Test(
    "Numbers keep their digits; what fits 64 bits is an integer",
    arguments: [
      ("0", .int(0)), ("-0", .int(0)), ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .number("9223372036854775808")),
      ("-9223372036854775809", .number("-9223372036854775809")),
      ("99999999999999999999999999", .number("99999999999999999999999999")),
      ("1.0", .number("1.0")), ("-0.0", .number("-0.0")), ("1E+5", .number("1E+5")), ("0e-0", .number("0e-0")),
    ] as [(String, JSONValue)])
  func numbers(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONReader.read(text) == value)
  }

  @Test("NULs arrive, written as escapes")
  func nul() throws {
    #expect(try JSONReader.read(#""a\u0000b""#) == .string("a\0b"))
  }

  @Test("Names that differ only in how an accent is composed are two names")
  func composedNames() throws {
    let value = try JSONReader.read("{\"\u{E9}\":1,\"e\u{301}\":2}")
    guard case .object(let members) = value else { return #expect(Bool(false)) }
    #expect(members.map(\.value) == [.int(1), .int(2)])
  }

  @Test("A name twice is an error, among few members and among many")
  func duplicateNames() {
    #expect(throws: JSONError(at: 7, "the name a stands in the object twice")) {
      try JSONReader.read(#"{"a":1,"a":2}"#)
    }
    let many = (0..<1000).map { "\"n\($0)\":0" }.joined(separator: ",")
    #expect(throws: Never.self) { try JSONReader.read("{\(many)}") }
    #expect { try JSONReader.read("{\(many),\"n5\":0}") } throws: { "\($0)".contains("n5 stands in the object twice") }
  }

  @Test(
    "What is no JSON is an error that names the byte",
    arguments: [
      ("", "byte 0: a value expected, not the end"),
      ("  ", "byte 2: a value expected, not the end"),
      ("nul", "byte 3: null expected, not the end"),
      ("nulL", "byte 3: null expected, not L"),
      ("True", "byte 0: a value expected, not T"),
      ("1 2", "byte 2: nothing more expected after the value, but 2 follows"),
      ("1\u{0}", "byte 1: nothing more expected after the value, but byte 0x0 follows"),
      ("01", "byte 0: a number does not begin with 0"),
      ("-", "byte 1: a digit expected, not the end"),
      ("-a", "byte 1: a digit expected, not a"),
      ("+1", "byte 0: a value expected, not +"),
      (".5", "byte 0: a value expected, not ."),
      ("1.", "byte 2: a digit expected, not the end"),
      ("1.e5", "byte 2: a digit expected, not e"),
      ("1e", "byte 2: a digit expected, not the end"),
      ("1e+", "byte 3: a digit expected, not the end"),
      ("NaN", "byte 0: a value expected, not N"),
      ("[1,]", "byte 3: a value expected, not ]"),
      ("[1 2]", "byte 3: a comma or ] expected, not 2"),
      ("[1", "byte 2: a comma or ] expected, not the end"),
      ("{a:1}", "byte 1: a name in quotes expected, not a"),
      ("{\"a\" 1}", "byte 5: a colon expected, not 1"),
      ("{\"a\":1,}", "byte 7: a name in quotes expected, not }"),
      ("{\"a\":1]", "byte 6: a comma or } expected, not ]"),
      ("\"a", "byte 0: the text that begins here is never closed"),
      ("\"a\\", "byte 2: a backslash is followed by one of \"\\/bfnrtu"),
      ("\"a\nb\"", "byte 2: byte 0xa in a text must be escaped"),
      ("\"\\n\u{1}\"", "byte 3: byte 0x1 in a text must be escaped"),
      ("\"\\x41\"", "byte 1: a backslash is followed by one of \"\\/bfnrtu"),
      ("\"\\u12g4\"", "byte 5: a hexadecimal digit expected, not g"),
      ("\"\\ud83d\"", "byte 1: half of a surrogate pair is no character"),
      ("\"\\ud83dx\"", "byte 1: half of a surrogate pair is no character"),
      ("\"\\ude00\"", "byte 1: half of a surrogate pair is no character"),
      ("\"\\ud83d\\u0041\"", "byte 1: half of a surrogate pair is no character"),
      ("\u{FEFF}1", "byte 0: a value expected, not byte 0xef"),
    ])
  func errors(_ text: String, _ message: String) {
    #expect { try JSONReader.read(text) } throws: { "\($0)" == message }
  }

  @Test("Bytes that are not UTF-8 are an error, with escapes before them and without")
  func notUTF8() {
    for bytes: [UInt8] in [
      [0x22, 0xC3, 0x28, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xC0, 0x80, 0x22],
    ] {
      #expect(throws: JSONError(at: 0, "the text that begins here is not valid UTF-8")) {
        try bytes.withUnsafeBufferPointer { try JSONReader.read($0) }
      }
    }
  }

  @Test("Depth has a limit, which is far from the stack's")
  func depth() throws {
    let limit = JSONReader.depthLimit
    let deep = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(throws: Never.self) { try JSONReader.read(deep) }
    #expect(throws: JSONError(at: limit, "more than 512 arrays and objects in each other")) {
      try JSONReader.read("[" + deep + "]")
    }
    #expect(throws: JSONError.self) { try JSONReader.read(String(repeating: "{\"a\":", count: 1_000_000)) }
  }

  @Test("Several values can be read one after another")
  func valuesInARow() throws {
    let bytes = Array("1 [2]\n\"3\" ".utf8)
    let values = try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes)
      var values: [JSONValue] = []
      while reader.nextSignificant() != nil { values.append(try reader.value()) }
      return values
    }
    #expect(values == [.int(1), .array([.int(2)]), .string("3")])
  }
}
