import Foundation
import TestSupport
import Testing

@testable import SHELF

@Suite("Bytes beside objects")
struct BinaryTests {
  struct Portrait: ShelfData, Equatable {
    let id: ShelfId
    var name: String
    @Binary var photo: Data
    @Binary var sound = Data()
  }

  private static func bytes(_ count: Int, _ seed: UInt8 = 1) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) &* seed })
  }

  private func shelf(_ home: Home) async throws -> Shelf {
    let shelf = try await home.shelf()
    shelf.cacheLimit = 0
    return shelf
  }

  @Test(arguments: Place.allCases)
  func `bytes are read when they are asked for, whole and in chunks`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await shelf(home)
    let photo = Self.bytes(2_500_000)
    let portrait = Portrait(id: ShelfId(), name: "Dax", photo: photo)
    try await shelf.save(portrait)
    var read = try #require(try await shelf.object(withId: portrait.id, as: Portrait.self))
    #expect(read == portrait && read.photo.isEmpty && !read.$photo.isLoaded && read.$photo.count == photo.count)
    #expect(read.$sound.isLoaded && read.sound.isEmpty)
    #expect(try await read.$photo.load() == photo)
    #expect(read.photo == photo && read.$photo.isLoaded)
    var chunks: [Data] = []
    let unloaded = try #require(try await shelf.object(withId: portrait.id, as: Portrait.self))
    for try await chunk in unloaded.$photo.chunks(of: 1_000_000) { chunks.append(chunk) }
    #expect(chunks.map(\.count) == [1_000_000, 1_000_000, 500_000] && Data(chunks.joined()) == photo)
    let stored = try #require(try await shelf.object(withId: portrait.id) as StoredObject?)
    #expect(stored.contents.count < 300)
  }

  @Test(arguments: Place.allCases)
  func `what is not loaded stays as it is when something else is changed`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await shelf(home)
    let (photo, sound) = (Self.bytes(9_000), Self.bytes(70_000, 7))
    let portrait = Portrait(id: ShelfId(), name: "Dax", photo: photo, sound: sound)
    try await shelf.save(portrait)
    try await shelf.update(portrait) { $0.name = "Eevie" }
    try await shelf.update(portrait) { $0.sound = Self.bytes(10, 3) }
    let read = try #require(try await shelf.object(withId: portrait.id, as: Portrait.self))
    #expect(read.name == "Eevie")
    #expect(try await read.$photo.loaded() == photo)
    #expect(try await read.$sound.loaded() == Self.bytes(10, 3))
    try await shelf.update(portrait) { $0.photo = Data() }
    #expect(try await shelf.object(withId: portrait.id, as: Portrait.self)?.$photo.isLoaded == true)
    // Also what was remembered when it was saved has none in memory.
    shelf.cacheLimit = 1 << 20
    try await shelf.save(Portrait(id: portrait.id, name: "new", photo: photo))
    #expect(try await shelf.object(withId: portrait.id, as: Portrait.self)?.$photo.isLoaded == false)
  }

  @Test(arguments: Place.allCases)
  func `bytes that somebody else has replaced are an error, and no others`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await shelf(home)
    let portrait = Portrait(id: ShelfId(), name: "Dax", photo: Self.bytes(50_000))
    try await shelf.save(portrait)
    var old = try #require(try await shelf.object(withId: portrait.id, as: Portrait.self))
    try await shelf.update(portrait) { $0.photo = Self.bytes(50_000, 2) }
    guard case .missingBinary(portrait.id) = await shelfError({ try await old.$photo.load() }) else {
      return #expect(Bool(false), "it was loaded")
    }
    // Saved as it is it would have no photo.
    guard case .missingBinary(portrait.id) = await shelfError({ try await shelf.save(old) }) else {
      return #expect(Bool(false), "it was saved")
    }
    #expect(try await shelf.object(withId: portrait.id, as: Portrait.self)?.$photo.loaded() == Self.bytes(50_000, 2))
    old.photo = Self.bytes(5)
    try await shelf.save(old)
    #expect(try await shelf.object(withId: portrait.id, as: Portrait.self)?.$photo.loaded() == Self.bytes(5))
    try await shelf.delete(portrait)
    var deleted = try #require(try? JSONDecoder().decode(Portrait.self, from: try ObjectCoder.json(old)))
    guard case .misuse = await shelfError({ try await deleted.$photo.load() }) else {
      return #expect(Bool(false), "it was loaded from nowhere")
    }
  }

  @Test(arguments: zip(Place.allCases, Place.allCases.reversed()) + [(Place.files, Place.files), (.memory, .mariadb)])
  func `a copy and a backup have the bytes`(_ place: Place, _ other: Place) async throws {
    let (home, away) = (try place.made(), try other.made())
    let (source, target) = (try await shelf(home), try await shelf(away))
    let portraits = (0..<5).map { number in
      Portrait(id: ShelfId(), name: "\(number)", photo: Self.bytes(number * 300_000, UInt8(number)))
    }
    try await source.save(portraits)
    try await source.save(Pet(id: ShelfId(), name: "Rex"))
    #expect(try await source.copy(to: target).written == 6)
    let copies = [target, try await backup(of: source)]
    for copy in copies {
      for portrait in portraits {
        let read = try #require(try await copy.object(withId: portrait.id, as: Portrait.self))
        #expect(try await read.$photo.loaded() == portrait.photo)
      }
      #expect(try await copy.checkObjects { Issue.record("\($0)") }.objects == 6)
    }
    #expect(try await source.copy(to: target).written == 0)
  }

  private func backup(of source: Shelf) async throws -> Shelf {
    let target = Shelf.onlyInMemory()
    try await source.backup(to: target)
    return target
  }

  @Test(arguments: Place.allCases)
  func `JSON that names bytes which are not there is not kept, and found by a check`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await shelf(home)
    let portrait = Portrait(id: ShelfId(), name: "Dax", photo: Self.bytes(500))
    let json = try ObjectCoder.json(portrait)
    guard case .missingBinary = await shelfError({ try await shelf.save(json: json, type: "Portrait") }) else {
      return #expect(Bool(false), "it was saved")
    }
    try await shelf.save(portrait)
    // Who edits JSON keeps the bytes.
    try await shelf.save(json: Data(String(decoding: json, as: UTF8.self).replacing("Dax", with: "Rex").utf8))
    let read = try #require(try await shelf.object(withId: portrait.id, as: Portrait.self))
    #expect(read.name == "Rex")
    #expect(try await read.$photo.loaded() == portrait.photo)
    let store = try await shelf.store
    let other = String(decoding: json, as: UTF8.self).replacing("\(portrait.$photo.id!)", with: "\(ShelfId())")
    let contents = ShelfWrite.Contents(type: nil, json: Data(other.utf8))
    _ = try await store.write([ShelfWrite(portrait.id, .put(contents))])
    var faults: [ShelfObjectFault] = []
    _ = try await shelf.checkObjects { faults.append($0) }
    #expect(faults.map(\.id) == [portrait.id])
  }

  @Test func `a store without bytes says so`() async throws {
    let shelf = Shelf(store: WatchedStore())
    let portrait = Portrait(id: ShelfId(), name: "Dax", photo: Self.bytes(5))
    guard case .unsupported = await shelfError({ try await shelf.save(portrait) }) else {
      return #expect(Bool(false), "it was saved")
    }
    try await shelf.save(Portrait(id: portrait.id, name: "Dax", photo: Data()))
  }
}
