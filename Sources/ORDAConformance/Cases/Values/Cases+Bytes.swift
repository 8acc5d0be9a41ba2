import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ConformanceSuite {
  static let byteCases: [ConformanceCase] = [
    ConformanceCase("values.bytes.all", "Bytes of all 256 values come back as they were.") {
      try $0.expectRoundTrip([(0...255).map { UInt8($0) }], as: .bytes)
    },
    ConformanceCase("values.bytes.short", "Bytes in a column of a bounded length come back as they were.") {
      try $0.expectRoundTrip([[0, 255, 0, 32], [0], [32, 32]], as: .bytes(maximum: 4))
    },
    ConformanceCase("values.bytes.empty", "No bytes are not NULL.") { run in
      let row = try run.row(of: [UInt8](), in: .bytes)
      run.expect(try row.get(0, as: Value.self), equals: .bytes([]))
      run.expect(try row.get("v", as: [UInt8]?.self), equals: [])
    },
    ConformanceCase("values.bytes.untyped", "An untyped read of bytes gives bytes, also where they look like text.") {
      run in
      run.expect(try run.stored([UInt8]("text".utf8), in: .bytes), equals: .bytes([0x74, 0x65, 0x78, 0x74]))
    },
    ConformanceCase("values.bytes.data", "Foundation's Data is stored and read as bytes.") { run in
      let data = Data([0, 0xC3, 0x28, 0xFF])
      let row = try run.row(of: data, in: .bytes)
      run.expect(try row.get("v", as: Data.self), equals: data)
      run.expect(try row.get("v", as: [UInt8].self), equals: [0, 0xC3, 0x28, 0xFF])
    },
    ConformanceCase("values.bytes.lent", "Bytes can be read without a copy while a row is lent.") { run in
      let table = try run.table(.column("v", .bytes))
      try run.db.execute("INSERT INTO \(table) (v) VALUES (?)", [1, 2, 250] as [UInt8])
      var sum = 0
      try run.db.forEach("SELECT v FROM \(table)") { row in
        sum += try row.withBytes(0) { bytes in bytes.reduce(0) { $0 + Int($1) } } ?? -1
      }
      run.expect(sum, equals: 253)
    },
    ConformanceCase("values.bytes.megabyte", "A megabyte of bytes comes back as it was.") { run in
      let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let row = try run.row(of: bytes, in: .bytes)
      run.expect(try row.get("v", as: [UInt8].self) == bytes, "a megabyte came back changed")
    },
    ConformanceCase("values.uuid.kept", "A UUID comes back the same, and is found.") {
      try $0.expectRoundTrip(
        [UUID(uuid: (0xDE, 0xAD, 0xBE, 0xEF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)), UUID()], as: .uuid)
    },
    ConformanceCase("values.uuid.inText", "A UUID in a column of text is its 36 characters, and is read as a UUID.") {
      run in
      let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      let row = try run.row(of: id, in: .text(maximum: 36))
      run.expect(try row.get("v", as: UUID.self), equals: id)
      run.expect(
        try row.get("v", as: String.self).lowercased(), equals: "01020304-0506-0708-090a-0b0c0d0e0f10", "the text")
    },
    ConformanceCase("values.uuid.wrong", "A text that is no UUID is an error when it is read as one.") { run in
      let row = try run.row(of: "no UUID", in: .text(maximum: 36))
      run.expect(throws: .typeMismatch) { try row.get("v", as: UUID.self) }
    },
    ConformanceCase("values.url.kept", "A URL is stored as its text and read as a URL.") { run in
      let url = try run.require(URL(string: "https://example.org/a?b=c#d"), "a URL")
      let row = try run.row(of: url, in: .text(maximum: 80))
      run.expect(try row.get("v", as: URL.self), equals: url)
      run.expect(try row.get(0, as: Value.self), equals: .text("https://example.org/a?b=c#d"))
    },
    ConformanceCase("values.json.kept", "A Codable value is stored as JSON and comes back equal.") { run in
      let cover = Cover(colour: "blau \u{1F3B7} \"quoted\"", pages: [1, 2], note: nil)
      let row = try run.row(of: JSON(cover), in: .json)
      run.expect(try row.get("v", as: JSON<Cover>.self).content, equals: cover)
    },
    ConformanceCase("values.json.inText", "JSON in a column of text is read as a Codable value.") { run in
      let row = try run.row(of: #"{"colour":"rot","pages":[3]}"#, in: .text)
      run.expect(try row.get("v", as: JSON<Cover>.self).content, equals: Cover(colour: "rot", pages: [3], note: nil))
    },
    ConformanceCase("values.json.wrong", "JSON that does not fit the Codable type is an error that names the column.") {
      run in
      let row = try run.row(of: #"{"colour":7}"#, in: .text)
      let error = run.expect(throws: .typeMismatch) { try row.get("v", as: JSON<Cover>.self) }
      run.expect(error?.column, equals: "v", "the error's column")
    },
  ]

  struct Cover: Codable, Equatable, Sendable {
    var colour: String
    var pages: [Int]?
    var note: String?
  }
}
