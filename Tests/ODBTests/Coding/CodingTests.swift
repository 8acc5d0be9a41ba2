import Foundation
import ODB
import Testing

@Suite("Tables as Codable types")
struct CodingTests {
  private enum Mood: String, Codable { case fine, bad }

  private struct Feed: Codable, Equatable {
    struct Author: Codable, Equatable {
      var name: String
      var mail: String?
    }
    var title: String
    var isRead: Bool
    var count: Int32
    var rate: Double
    var ratio: Float
    var when: Date
    var icon: Data
    var id: UUID
    var link: URL
    var price: Decimal
    var mood: Mood
    var authors: [Author]
    var holes: [Int?]
    var byTag: [String: [Int]]
    var nothing: Author?
    var empty: [String]

    static let sample = Feed(
      title: "Daring Fireball", isRead: true, count: -7, rate: -0.0, ratio: 0.1,
      when: Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7), icon: Data([0, 255, 1]),
      id: UUID(), link: URL(string: "https://example.com/a?b=c") ?? URL(fileURLWithPath: "/"),
      price: Decimal(string: "12345678901234567890.123") ?? 0, mood: .bad,
      authors: [Author(name: "John", mail: nil), Author(name: "É", mail: "x@example.com")], holes: [1, nil, 3, nil],
      byTag: ["a.b": [1, 2], "C": []], nothing: nil, empty: [])
  }

  @Test("A type comes back as it was", arguments: Place.allCases)
  func roundTrip(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    let feed = Feed.sample
    try odb.performThrowing { try odb.path(["feed"]).setTable(from: feed) }
    odb = try odb.reopened(at: home)
    try odb.performThrowing {
      let decoded = try odb.path(["feed"]).decode(Feed.self)
      #expect(decoded == feed)
      #expect(odb.path(["feed", "authors", "2", "name"]).value == "É")
      #expect(odb.path(["feed", "nothing"]).object == nil)
      #expect(odb.path(["feed", "price"]).value?.string == "12345678901234567890.123")
      #expect(odb.path(["feed", "when"]).value?.date == feed.when)
    }
    #expect(odb.error == nil)
  }

  @Test("An array keeps its order beyond ten elements")
  func order() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let numbers = (0..<120).map { $0 * 7 }
    try odb.performThrowing {
      try odb.path(["n"]).setTable(from: numbers)
      #expect(try odb.path(["n"]).decode([Int].self) == numbers)
      try odb.rootTable?.set(encoding: ["x": Feed.Author(name: "n")], name: "table")
      #expect(try odb.path(["table"]).table?.decode([String: Feed.Author].self) == ["x": Feed.Author(name: "n")])
    }
  }

  @Test("What does not fit is an error that says where")
  func errors() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    try odb.performThrowing { try odb.path(["feed"]).setTable(from: Feed.sample) }
    odb.perform { odb.path(["feed", "authors", "2", "name"]).setValue(3) }
    let error = #expect(throws: DecodingError.self) {
      try odb.perform { _ = try odb.path(["feed"]).decode(Feed.self) }
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["authors", "1", "name"])
    odb.perform { odb.path(["feed", "authors", "1"]).delete() }
    #expect(throws: DecodingError.self) { try odb.perform { _ = try odb.path(["feed"]).decode(Feed.self) } }
    odb.perform { odb.path(["feed", "count"]).setValue(1 << 40) }
    #expect(throws: DecodingError.self) { try odb.perform { _ = try odb.path(["feed"]).decode(Feed.self) } }
    #expect(throws: ODBError.self) { try odb.perform { _ = try odb.path(["none"]).decode(Feed.self) } }
  }

  @Test("What can't be stored is refused before anything is written")
  func refusals() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let rows = odb.perform { odb.rootTable?.set(1, name: "x") }.map { _ in odb.rowCount }
    #expect(throws: EncodingError.self) { try odb.perform { try odb.path(["t"]).setTable(from: ["a": 1, "A": 2]) } }
    #expect(throws: EncodingError.self) { try odb.perform { try odb.path(["t"]).setTable(from: ["": 1]) } }
    #expect(throws: EncodingError.self) { try odb.perform { try odb.path(["t"]).setTable(from: [UInt64.max]) } }
    #expect(throws: ODBError.self) { try odb.perform { try odb.path(["no", "t"]).setTable(from: [1]) } }
    #expect(odb.rowCount == rows)
  }

  @Test("A value holds whatever is Codable")
  func values() throws {
    #expect(try ODBValue(encoding: 3) == 3)
    #expect(try ODBValue(encoding: UInt8(3)) == 3)
    #expect(try ODBValue(encoding: "x") == "x")
    #expect(try ODBValue(encoding: Feed.Author(name: "n", mail: nil)).string == #"{"name":"n"}"#)
    #expect(try ODBValue(encoding: Feed.Author(name: "n")).applicationType == ODBValue.jsonType)
    let feed = Feed.sample
    #expect(try ODBValue(encoding: feed).decode(Feed.self) == feed)
    #expect(try ODBValue(encoding: [1.5, .infinity]).decode([Double].self) == [1.5, .infinity])
    #expect(throws: DecodingError.self) { try ODBValue(3).decode(String.self) }
  }
}
