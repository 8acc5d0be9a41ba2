import Foundation
import ODB
import Testing

@Suite("JSON that is damaged")
struct DamagedJSONTests {
  /// All marks, and names that fold.
  private static let sample = """
    {"a":{"$date":1.5},"B":{"$data":"AAE="},"c":[1,null,{"$double":"inf"}],"d":{"$type":"T","$value":{"$double":"nan"}},\
    "$$e":{"$type":"x","$value":true},"f":{"g":{"h":-1e10}}}
    """
  /// What damage consists of.
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "$", "$date", "$type", "$value", "null", "1", "-", ".", "e", "\\", "\\u00", "A",
    " ", "x", "é", "7",
  ]

  @Test("It is imported and comes back, or is refused and changes nothing")
  func damage() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let path = odb.path(["t"])
    var random = Seeded(16)
    var (taken, refused) = (0, 0)
    odb.perform { _ = path.setValue("before") }
    for _ in 0..<300 {
      var bytes = Array(Self.sample.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let piece = Self.pieces.randomElement(using: &random) ?? ""
        let end = min(bytes.count, place + Int.random(in: 0...1, using: &random))
        bytes.replaceSubrange(place..<end, with: piece.utf8)
      }
      let before = try path.json()
      do {
        try path.importJSON(bytes)
        taken += 1
        let json = try path.json()
        try path.importJSON(text: json)
        #expect(try path.json() == json)
      } catch let error as ODBImportError {
        refused += 1
        #expect((0...bytes.count).contains(error.offset))
        #expect(try path.json() == before)
      }
    }
    #expect(taken > 10)
    #expect(refused > 50)
    #expect(odb.error == nil)
  }
}
