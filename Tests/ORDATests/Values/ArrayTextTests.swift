import Foundation
import Testing

@testable import ORDA

@Suite("The text of PostgreSQL's arrays") struct ArrayTextTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let type: String
    let text: String
    let json: String
    var testDescription: String { "\(type) \(text)" }

    init(_ type: String, _ text: String, _ json: String) { (self.type, self.text, self.json) = (type, text, json) }

    static let all = [
      Form("integer[]", "{}", "[]"),
      Form("integer[]", "{1,-2,NULL}", "[1,-2,null]"),
      Form("integer[]", "{{1,2},{3,4}}", "[[1,2],[3,4]]"),
      Form("double precision[]", "{0.1,1e+300,NaN,-Infinity}", #"[0.1,1e+300,"NaN","-Infinity"]"#),
      Form("numeric[]", "{1.50,123456789012345678901234567890}", "[1.50,123456789012345678901234567890]"),
      Form("boolean[]", "{t,f,NULL}", "[true,false,null]"),
      Form("text[]", #"{a,"b c","NULL",NULL,"\"q\\","",é}"#, #"["a","b c","NULL",null,"\"q\\","","é"]"#),
      Form("text[]", "{\"a\n\tb\"}", #"["a\u000a\u0009b"]"#),
      Form("bytea[]", #"{"\\x00ff","\\x"}"#, #"["AP8=",""]"#),
      Form("jsonb[]", #"{"{\"a\": [1, 2]}","\"x\"",NULL}"#, #"[{"a": [1, 2]},"x",null]"#),
      Form(
        "timestamp with time zone[]", #"{"2026-01-31 12:00:00+00","2026-01-31 12:00:00+02:30"}"#,
        #"["2026-01-31 12:00:00+00:00","2026-01-31 12:00:00+02:30"]"#),
      Form("box[]", "{(1,1),(0,0);(2,2),(1,1)}", #"["(1,1),(0,0)","(2,2),(1,1)"]"#),
    ]
  }

  @Test("becomes JSON", arguments: Form.all)
  func json(_ form: Form) throws {
    let json = try ArrayText.json(of: Array(form.text.utf8), type: form.type)
    #expect(String(decoding: json, as: UTF8.self) == form.json)
  }

  @Test("is written from JSON, so that it means the same", arguments: Form.all.filter { $0.type != "box[]" })
  func text(_ form: Form) throws {
    let written = try #require(ArrayText.text(ofJSON: form.json, type: form.type))
    let json = try ArrayText.json(of: written, type: form.type)
    #expect(String(decoding: json, as: UTF8.self) == form.json)
  }

  @Test("has bounds if the first index is not 1")
  func bounds() throws {
    #expect(try ArrayText.json(of: Array("[2:3]={7,8}".utf8), type: "integer[]") == Data("[7,8]".utf8))
  }

  @Test(
    "is not made of anything but a JSON array",
    arguments: ["", "1", "{}", "null", "[", "[1", "[1,", "[1,]x", "[\"a]", "[1]2", "\"[1]\""])
  func noArray(_ json: String) { #expect(ArrayText.text(ofJSON: json, type: "integer[]") == nil) }

  @Test(
    "is refused if it is malformed",
    arguments: ["", "{", "{1", "{1,2", "1,2}", "{1}2", "{\"a}", "[1:2]{1}", "{{1}"])
  func malformed(_ text: String) {
    #expect(throws: DatabaseError.self) { try ArrayText.json(of: Array(text.utf8), type: "integer[]") }
  }

  @Test("is read as Swift's arrays of the elements' type")
  func arrays() throws {
    func read<T: Codable & Sendable>(_ type: String, _ text: String, as: [T].Type = [T].self) throws -> [T] {
      try JSON<[T]>(value: .other(type: type, bytes: Array(text.utf8))).content
    }
    #expect(try read("integer[]", "{1,2}") == [1, 2])
    #expect(try read("integer[]", "{1,NULL}", as: [Int?].self) == [1, nil])
    #expect(try read("integer[]", "{{1,2},{3,4}}", as: [[Int]].self) == [[1, 2], [3, 4]])
    #expect(try read("inet[]", "{10.0.0.1,::1}") == ["10.0.0.1", "::1"])
    #expect(try read("boolean[]", "{t,f}") == [true, false])
    #expect(try read("bytea[]", #"{"\\x00ff"}"#) == [Data([0, 255])])
    #expect(try read("real[]", "{0.1,NaN}", as: [Double].self)[1].isNaN)
    #expect(try read("date[]", "{2024-02-29}", as: [CivilDate].self).map(\.description) == ["2024-02-29"])
    #expect(
      try read("timestamp with time zone[]", #"{"2026-01-31 12:00:00+00"}"#)
        == [try #require(Instant("2026-01-31T12:00:00Z"))])
    let error = #expect(throws: DatabaseError.self) { try read("text[]", "{a}", as: [Int].self) }
    #expect(error?.kind == .typeMismatch)
    #expect(throws: DatabaseError.self) { try read("inet", "10.0.0.1", as: [Int].self) }
    #expect(throws: DatabaseError.self) { try read("integer[]", "{NULL}", as: [Int].self) }
  }

  @Test("is JSON where Swift's arrays are bound, and bytes stay bytes")
  func bound() throws {
    func value(_ sql: SQL) throws -> Value? { try sql.bindings.first??.value() }
    #expect(try value("\([1, 2])") == .json("[1,2]"))
    #expect(try value("\(["a", "é\""])") == .json(#"["a","é\""]"#))
    #expect(try value("\([1, 2] as [UInt8])") == .bytes([1, 2]))
    #expect(try value("\([Int]())") == .json("[]"))
    let error = #expect(throws: DatabaseError.self) { try value("\([Double.nan])") }
    #expect(error?.kind == .typeMismatch)
    #expect(try value("\([1, 2] as [Int]?)") == .json("[1,2]"))
    #expect(try value("\(nil as [Int]?)") == nil)
    #expect(try JSON<[Int]>(value: .json("[1, 2]")).content == [1, 2])
    #expect(try JSON<[String]>(value: .text(#"["a"]"#)).content == ["a"])
  }
}
