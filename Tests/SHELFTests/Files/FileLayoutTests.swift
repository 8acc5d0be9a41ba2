import Foundation
import TestSupport
import Testing

@testable import SHELF

@Suite struct `File layout` {
  private let place: StoreFolder

  init() throws { place = try StoreFolder() }

  @Test func `an object is a file by its UUID's digits, and its JSON is untouched`() async throws {
    let store = place.store()
    #expect(try await store.writes(.put(lisa, #"{"name": "Lisa"}"#)))
    #expect(place.text("62/73/6273674B-F271-4521-9B74-F5656A1F815D") == #"{"name": "Lisa"}"#)
    let config = try #require(place.text(".shelf-config"))
    #expect(config.contains(#""version" : 1"#) && config.contains(#""compression" : "none""#))
    #expect(try await store.text(lisa) == #"{"name": "Lisa"}"#)
    #expect(try await store.read([lisa])[0]?.type == "Text")
    #expect(try await store.read([bart, lisa]).map { $0?.id } == [nil, lisa])
  }

  @Test func `reading makes nothing`() async throws {
    #expect(try await place.store().text(lisa) == nil)
    #expect(try await place.store().ids(type: nil, after: nil, limit: 10) == [])
    #expect(!FileManager.default.fileExists(atPath: place.path))
    try FileManager.default.createDirectory(atPath: place.path, withIntermediateDirectories: false)
    #expect(try await place.store().text(lisa) == nil)
    #expect(try await place.store().ids(type: "Text", after: nil, limit: 10) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [])
  }

  @Test func `the folders go with their last object`() async throws {
    let store = place.store()
    try await store.writes(.put(lisa, "1"), .put(bart, "2"))
    try await store.writes(ShelfWrite(lisa, .delete))
    #expect(!place.exists("62/73") && place.exists("62/AC"))
    try await store.writes(ShelfWrite(bart, .delete))
    #expect(!place.exists("62"))
    #expect(try await store.writes(ShelfWrite(bart, .delete)))
    #expect(try await store.ids(type: "Text", after: nil, limit: 10) == [])
  }

  @Test func `a batch is done whole, or not at all`() async throws {
    let store = place.store()
    try await store.writes(.put(lisa, "1"))
    let outcome = try await store.write([
      .put(lisa, "2"), .put(bart, "2"), .put(homer, "2", expecting: .something), .put(marge, "1", expecting: .nothing),
    ])
    #expect(outcome == .conflict([homer]))
    #expect(try await store.ids(type: nil, after: nil, limit: 10) == [lisa])
    try await store.writes(.put(lisa, "3"), .put(bart, "3"), .put(homer, "3"), .put(marge, "3"))
    #expect(
      try await store.read([lisa, bart, homer, marge]).map { $0.map { String(decoding: $0.contents, as: UTF8.self) } }
        == ["3", "3", "3", "3"])
    #expect(try await store.ids(type: "Text", after: lisa, limit: 2) == [bart, homer])
    #expect(try await store.count(type: "Text") == 4)
    try await store.wipe()
    #expect(try await store.ids(type: nil, after: nil, limit: 10) == [])
    #expect(try await store.count(type: "Text") == 0)
    #expect(place.exists(".shelf-config"))
  }

  @Test func `an object of another type is not replaced`() async throws {
    let store = place.store()
    try await store.writes(.put(lisa, "1"))
    #expect(try await store.write([.put(lisa, "2", type: "Tag")]) == .otherType(lisa, stored: "Text"))
    try await store.writes(.put(lisa, "3", type: nil))
    #expect(try await store.read([lisa])[0]?.type == "Text")
    try await store.writes(ShelfWrite(lisa, .delete))
    #expect(try await store.writes(.put(lisa, "4", type: "Tag")))
    #expect(try await store.ids(type: "Tag", after: nil, limit: 3) == [lisa])
    // One that was removed by hand is in nobody's way.
    try place.remove("62/73/6273674B-F271-4521-9B74-F5656A1F815D")
    #expect(try await store.writes(.put(lisa, "5")))
  }

  @Test func `what was saved is there for the next one, with its types and times`() async throws {
    let first = place.store()
    let times = (0..<1_200).map { ShelfWrite.put(ShelfId(), "\($0)", type: $0 % 2 == 0 ? "Even" : "Odd") }
    _ = try await first.write(times)
    try await first.writes(.put(lisa, "1", expires: Date(timeIntervalSinceReferenceDate: 17)))
    await first.close()
    await #expect(throws: ShelfError.self) { try await first.text(lisa) }
    let second = place.store()
    #expect(try await second.read([lisa])[0]?.expires == Date(timeIntervalSinceReferenceDate: 17))
    #expect(try await second.count(type: "Odd") == 600)
    #expect(try await second.ids(type: "Even", after: nil, limit: 1_000).count == 600)
    #expect(try await second.ids(type: nil, after: nil, limit: 2_000) == (times.map(\.id) + [lisa]).sorted())
    #expect(try await second.expired(before: 18, limit: 10) == [lisa])
    #expect(try await second.expired(before: 17, limit: 10) == [])
  }

  @Test func `two stores of a folder see each other's objects, and tell of them`() async throws {
    let (first, second) = (place.store(), place.store())
    try await first.writes(.put(lisa, "1"))
    let heard = Shared<[ShelfChange]>([])
    let watch = try await second.observe { change in heard.with { $0.append(change) } }
    #expect(watch != nil)
    try await second.writes(.put(homer, "1"))
    try await first.writes(.put(bart, "2"))
    try await heard.wait { $0 == [.objects([bart])] }
    #expect(try await second.text(bart) == "2")
    try await first.writes(ShelfWrite(bart, .delete))
    try await heard.wait { $0.count == 2 }
    #expect(try await second.count(type: "Text") == 2)
    withExtendedLifetime(watch) {}
  }

  @Test func `a store of a newer version is refused`() async throws {
    try place.put(".shelf-config", #"{"version": 2}"#)
    for isWriting in [false, true] {
      await #expect {
        if isWriting { try await place.store().writes(.put(lisa, "1")) } else { _ = try await place.store().text(lisa) }
      } throws: { error in
        guard case ShelfError.newerVersion = error else { return false }
        return "\(error)".hasSuffix("has version 2, and this program knows up to 1: update this program")
      }
    }
    #expect(!place.exists("62"))
    try place.put(".shelf-config", #"{"version": 1, "compression": "brotli"}"#)
    await #expect(throws: ShelfError.self) { try await place.store().text(lisa) }
  }

  @Test func `a store of files alone is read, and its types are unknown`() async throws {
    try place.put("62/73/6273674B-F271-4521-9B74-F5656A1F815D", #"{"name":"Lisa"}"#)
    try place.put(".shelf config", "{}")
    let store = place.store()
    #expect(try await store.text(lisa) == #"{"name":"Lisa"}"#)
    #expect(try await store.read([lisa])[0]?.type == nil)
    await #expect(throws: ShelfError.self) { try await store.ids(type: "Text", after: nil, limit: 10) }
    try await store.writes(.put(bart, "1"))
    await #expect(throws: ShelfError.self) { try await store.ids(type: "Text", after: nil, limit: 10) }
    #expect(try await store.ids(type: nil, after: nil, limit: 10) == [lisa, bart])
  }

  @Test func `a store may be compressed, where the package can`() async throws {
    var options = ShelfFileOptions()
    options.compression = .deflate
    let store = place.store(options)
    let json = "[" + String(repeating: "1,", count: 5_000) + "1]"
    #if ShelfCompression
      try await store.writes(.put(lisa, json), .put(bart, "1"))
      try await store.writes(.put(homer, "2"))
      let size = try FileManager.default.attributesOfItem(atPath: "\(place.path)/\(lisa.fileName)")[.size] as? Int
      #expect(try #require(size) < 200)
      // Opened with defaults.
      let other = place.store()
      #expect(try await other.text(lisa) == json)
      #expect(try await other.read([bart, homer]).map { $0?.contents.count } == [1, 1])
      #expect(try await other.check().faults.isEmpty)
      try place.put(bart.fileName, "1")
      await #expect(throws: ShelfError.self) { try await other.text(bart) }
    #else
      await #expect(throws: ShelfError.self) { try await store.writes(.put(lisa, json)) }
      #expect(!place.exists(".shelf-config"))
    #endif
  }
}
