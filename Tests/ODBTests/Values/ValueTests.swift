import Foundation
import ODB
import ORDA
import Testing

@Suite("Values")
struct ValueTests {
  let values: [ODBValue] = [
    ODBValue(true), ODBValue(false), ODBValue(0), ODBValue(1), ODBValue(Int.min), ODBValue(Int.max),
    ODBValue(3_487_456),
    ODBValue(3498.45745), ODBValue(0.0), ODBValue(-0.0), ODBValue(Double.infinity), ODBValue(-Double.infinity),
    ODBValue(5e-324), ODBValue(Double.greatestFiniteMagnitude), ODBValue(Double.nan),
    ODBValue(Date()), ODBValue(Date(timeIntervalSince1970: 0)), ODBValue(Date.distantPast),
    ODBValue(Date.distantFuture),
    ODBValue(Date(timeIntervalSinceReferenceDate: -0.0)),
    ODBValue(Date(timeIntervalSinceReferenceDate: 757_382_400.123_456_7)),
    ODBValue(""), ODBValue("a\0b"), ODBValue("😀 👨‍👩‍👧 é e\u{301}"), ODBValue(" trailing "),
    ODBValue(String(repeating: "ä", count: 40_000)), ODBValue(Data()), ODBValue(Data([0, 255, 39, 92])),
    ODBValue(Data(repeating: 7, count: 10_000_000)), ODBValue("x", applicationType: ""),
    ODBValue("<opml/>", applicationType: "OPML"), ODBValue(1, applicationType: "note 😀"),
  ]

  @Test("come back the same to the bit, with their types", arguments: Place.allCases)
  func exact(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      for (index, value) in values.enumerated() { #expect((odb.root + "\(index)").setValue(value)) }
    }
    #expect(odb.error == nil)
    for _ in 0..<2 {
      odb.perform {
        for (index, value) in values.enumerated() {
          let read = (odb.root + "\(index)").value
          #expect(read == value, "\(index)")
          #expect(read?.primitiveType == value.primitiveType)
          #expect(read?.applicationType == value.applicationType)
        }
      }
      odb = try odb.reopened(at: home)
    }
  }

  @Test("Dates come back the same, each of ten thousand", arguments: Place.allCases)
  func dates(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    var numbers = Seeded(7)
    let dates = (0..<10_000).map { _ in
      Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...2e9, using: &numbers))
    }
    odb.perform { for (index, date) in dates.enumerated() { (odb.root + "\(index)").setValue(date) } }
    odb = try odb.reopened(at: home)
    let children = odb.perform { odb.rootTable?.children.mapValues { ($0 as? ODBValueObject)?.value?.date } ?? [:] }
    let wrong = dates.enumerated().count { children["\($0.offset)"] != $0.element }
    #expect(wrong == 0)
    #expect(children.count == dates.count)
  }

  @Test("True and 1 stay what they are, and one type takes another's place", arguments: Place.allCases)
  func types(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      (odb.root + "true").setValue(true)
      (odb.root + "one").setValue(1)
      (odb.root + "replaced").setValue(3_487_456)
    }
    odb = try odb.reopened(at: home)
    odb.perform {
      #expect((odb.root + "true").value?.rawValue as? Bool == true)
      #expect((odb.root + "true").value?.int == nil)
      #expect((odb.root + "one").value?.rawValue as? Int == 1)
      #expect((odb.root + "one").value?.bool == nil)
      (odb.root + "replaced").setValue("a string")
    }
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + "replaced").value } == "a string")
    #expect(odb.rowCount == 4)
  }

  @Test("An application type is kept, and writing another one writes", arguments: Place.allCases)
  func applicationTypes(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform { _ = (odb.root + "x").setValue(ODBValue("<opml/>", applicationType: "OPML")) }
    odb.perform { _ = (odb.root + "x").setValue(ODBValue("<opml/>", applicationType: "XML")) }
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + "x").value?.applicationType } == "XML")
    odb.perform { _ = (odb.root + "x").setValue("<opml/>") }
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + "x").value } == ODBValue("<opml/>"))
  }

  @Test("A value that is not of the type that is named is none")
  func mismatches() {
    #expect(ODBValue(rawValue: 1, primitiveType: .boolean) == nil)
    #expect(
      ODBValue(rawValue: "1", primitiveType: .string, applicationType: "a") == ODBValue("1", applicationType: "a"))
    #expect(ODBValue(rawValue: true)?.primitiveType == .boolean)
    #expect(ODBValue(rawValue: 1)?.primitiveType == .integer)
    #expect(ODBValue(rawValue: 1.0)?.primitiveType == .double)
    #expect(ODBValue(rawValue: [1]) == nil)
    #expect(ODBValue(rawValue: UInt8(1)) == nil)
    #expect(ODBPrimitiveType.allCases.map(\.rawValue) == [8, 16, 32, 64, 128, 256])
  }

  @Test("The initialiser that can't fail traps, and names both types")
  func trap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ODBValue(value: 1, primitiveType: .string)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("string") && text.contains("Int"), "\(text)")
  }

  @Test("A kind that this version does not know is kept and copied, and not read", arguments: Place.allCases)
  func unknownKinds(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform { _ = (odb.root + "x").setValue("future") }
    try #require(odb.governor).execute(
      "UPDATE odb_nodes SET kind = 512, blob_value = X'00FF' WHERE name_key = ?", [UInt8]("x".utf8))
    odb = try odb.reopened(at: home)
    try odb.performThrowing {
      let path = odb.root + "x"
      #expect(path.kind == .unknown(512))
      #expect(path.value == nil)
      #expect(path.isDefined && path.object != nil && path.size == 8)
      expect(.invalidDataType(kind: 512)) { try path.requireValue() }
      try path.copy(to: odb.root, name: "copy")
      try path.rename("renamed")
    }
    #expect(odb.error == nil)
    let rows = try #require(odb.governor).query(
      (String, Int, String, String).self,
      "SELECT name, kind, text_value, HEX(blob_value) FROM odb_nodes WHERE kind <> 0 ORDER BY name")
    #expect(rows.map { "\($0.0) \($0.1) \($0.2) \($0.3)" } == ["copy 512 future 00FF", "renamed 512 future 00FF"])
    odb.perform { #expect((odb.root + "copy").setValue(1)) }
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + "copy").value } == 1)
  }
}
