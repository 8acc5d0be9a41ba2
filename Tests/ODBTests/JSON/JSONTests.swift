import Foundation
import ODB
import Testing

@Suite("JSON, out and in")
struct JSONTests {
  /// Values of all kinds, with what is hard about them.
  private static let values: [String: ODBValue] = [
    "true": true, "int": 9_223_372_036_854_775_807, "least": ODBValue(.integer(.min)), "one": 1.0,
    "tiny": ODBValue(Double.leastNonzeroMagnitude),
    "minus zero": ODBValue(-0.0), "inf": ODBValue(Double.infinity), "-inf": ODBValue(-Double.infinity),
    "nan": ODBValue(Double.nan), "payload": ODBValue(Double(bitPattern: 0x7FF8_0000_0000_0123)),
    "date": ODBValue(Date(timeIntervalSinceReferenceDate: 1.1)), "far": ODBValue(Date.distantPast),
    "text": "a\u{0}\"\\\n\u{7F}é😀", "empty": "", "data": ODBValue(Data([0, 1, 255])), "no data": ODBValue(Data()),
    "OPML": ODBValue("<opml/>", applicationType: "OPML"), "typed date": ODBValue(Date(), applicationType: ""),
    "$date": "dollar", "$$": 1, "a.b": 2,
  ]

  @Test("Everything comes back as it was", arguments: Place.allCases)
  func roundTrip(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      let table = odb.path(["t", "inner"]).ensureTable()
      for (name, value) in Self.values { table?.set(value, name: name) }
      _ = odb.path(["t", "Empty"]).ensureTable()
      odb.path(["t", "long"]).setValue(String(repeating: "x", count: 100_000))
    }
    let json = try odb.path(["t"]).json()
    #expect(try odb.path(["copy"]).importJSON(text: json) == Self.values.count + 1)
    #expect(try odb.path(["copy"]).json() == json)
    odb.perform {
      for (name, value) in Self.values { #expect(odb.path(["copy", "inner", name]).value == value, "\(name)") }
      #expect(odb.path(["copy", "empty"]).storedName == "Empty")
      #expect(odb.path(["copy", "long"]).value?.string?.count == 100_000)
    }
    let other = try home.stranger()
    let root = try odb.root.json()
    #expect(try odb.root.importJSON(text: root) > 0)
    #expect(try odb.root.json() == root)
    #expect(other.perform(.fresh) { other.path(["copy", "inner", "a.b"]).value } == 2)
  }

  @Test("A value alone is JSON, too; a perform's own writes are in it")
  func alone() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    try odb.performThrowing {
      odb.path(["x"]).setValue(1)
      #expect(try odb.path(["x"]).json() == "1")
      #expect(try odb.root.json() == #"{"x":1}"#)
      try odb.path(["y"]).importJSON(text: #" {"$type":"T","$value":{"$data":"AAE="}} "#)
      #expect(odb.path(["y"]).value == ODBValue(Data([0, 1]), applicationType: "T"))
    }
    ODB.perform {
      odb.path(["z"]).setValue(2)
      #expect((try? odb.path(["z"]).json()) == "2")
    }
    #expect(throws: ODBError.self) { try odb.path(["none"]).json() }
  }

  @Test("A table of many pages is written in pieces")
  func pages() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    odb.perform {
      let table = odb.path(["t"]).ensureTable()
      for number in 0..<20_000 { table?.set(number, name: "n\(number)") }
    }
    var sizes: [Int] = []
    try odb.path(["t"]).exportJSON { sizes.append($0.count) }
    #expect(sizes.count > 3)
    #expect(sizes.allSatisfy { $0 < 70_000 })
    #expect(try odb.path(["u"]).importJSON(text: try odb.path(["t"]).json()) == 20_000)
  }

  @Test("Plain JSON becomes tables and numbered tables, and comes out plain")
  func plain() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let text = #"{"$ref":"x","list":[1,null,{"a":true}],"none":null,"big":1e300,"e":{}}"#
    #expect(try odb.path(["j"]).importJSON(text: text, .plain) == 5)
    odb.perform {
      #expect(odb.path(["j", "$ref"]).value == "x")
      #expect(odb.path(["j", "list", "3", "a"]).value == true)
      #expect(odb.path(["j", "none"]).object == nil)
    }
    odb.perform { odb.path(["j", "when"]).setValue(Date(timeIntervalSince1970: 0)) }
    let out = try odb.path(["j"]).json(.plain)
    #expect(out.contains(#""when":"1970-01-01T00:00:00Z""#))
    #expect(out.contains(#""$ref":"x""#))
  }

  @Test(
    "What is wrong is refused with its place, and changes nothing",
    arguments: [
      #"{"a":1,"A":2}"#, #"{"":1}"#, #"{"a":1e999}"#, #"{"a":9223372036854775808}"#, #"{"a":"\ud800"}"#, "[1,]", "{",
      "",
      #"{"a":{"$date":"x"}}"#, #"{"a":{"$nope":1}}"#, #"{"a":{"$type":"T"}}"#, #"{"a":1,"$date":2}"#, "[01]", "1 2",
      "nul",
      "{\"a\":\"\u{1}\"}", #"{"t":{"deep":[{"$data":"?"}]}}"#,
    ])
  func refusals(_ text: String) throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    odb.perform { odb.path(["t"]).setValue("as before") }
    #expect(throws: ODBImportError.self) { try odb.path(["t"]).importJSON(text: text) }
    #expect(odb.perform { odb.path(["t"]).value } == "as before")
    #expect(odb.rowCount == 2)
    // Within a perform only the import is undone.
    odb.perform {
      odb.path(["other"]).setValue(1)
      #expect(throws: ODBImportError.self) { try odb.path(["t"]).importJSON(text: text) }
    }
    #expect(odb.perform { odb.path(["t"]).value } == "as before")
    #expect(odb.perform { odb.path(["other"]).value } == 1)
    #expect(odb.error == nil)
  }

  @Test("Bytes that are no UTF-8, and levels without end, are refused")
  func hostile() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    #expect(throws: ODBImportError.self) { try odb.path(["t"]).importJSON([0x22, 0xFF, 0x22]) }
    let deep = Array(repeating: UInt8(0x5B), count: 200_000)
    let error = #expect(throws: ODBImportError.self) { try odb.path(["t"]).importJSON(deep) }
    #expect(error?.reason.contains("in each other") == true)
    let legal = String(repeating: "[", count: 3_000) + String(repeating: "]", count: 3_000)
    #expect(try odb.path(["t"]).importJSON(text: legal) == 0)
    #expect(try odb.path(["t"]).json().utf8.count > 3_000)
    #expect(odb.rowCount == 3_001)
  }
}
