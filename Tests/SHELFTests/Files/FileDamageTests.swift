import Foundation
import TestSupport
import Testing

@testable import SHELF

/// Files of a store that somebody has damaged, and folders that can't be written.
@Suite struct `File damage` {
  private let place: StoreFolder
  private let field = ShelfField("n", kind: "integer")

  init() throws { place = try StoreFolder() }

  @Test(arguments: 0..<80) func `damaged files of a store harm no object`(seed: Int) async throws {
    var random = Seeded(UInt64(seed))
    let ids = (0..<40).map { number in ShelfId(high: UInt64(number) << 58 | 0x4000, low: 1 << 63 | UInt64(number)) }
    var first = place.store(references: ["1": lisa])
    let write = { (id: ShelfId, number: Int) in
      ShelfWrite.put(
        id, "\(number)", references: number % 10 == 1 ? [lisa] : [],
        keys: [ShelfFieldKey(field, .integer(Int64(number)))])
    }
    _ = try await first.write(ids.prefix(30).enumerated().map { write($1, $0) })
    if seed % 2 == 0 {
      await first.close()
      first = place.store(references: ["1": lisa])
    }
    for (number, id) in ids.enumerated().dropFirst(28) { try await first.writes(write(id, number)) }
    let name = [".shelf-types", ".shelf-index", ".shelf-changes", ".shelf-batch"][seed % 4]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(place.path)/\(name)"))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
    case 1:
      bytes += (0..<Int.random(in: 1..<200, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random)
      }
    default:
      for _ in 0..<Int.random(in: 1..<9, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
    }
    // In its place, as the first store may have it mapped.
    try place.remove(name)
    try bytes.write(to: URL(fileURLWithPath: "\(place.path)/\(name)"))
    for store in [place.store(references: ["1": lisa]), first] {
      let texts = try await store.read(ids).map { $0.map { String(decoding: $0.contents, as: UTF8.self) } }
      #expect(texts == (0..<40).map { "\($0)" })
      #expect(try await store.ids(type: nil, after: nil, limit: 99) == ids)
      do {
        let listed = try await store.ids(type: "Text", after: nil, limit: 99)
        #expect(name != ".shelf-types" ? listed == ids : Set(listed).isSubset(of: ids))
      } catch ShelfError.typesUnknown {
        #expect(name == ".shelf-types")
      }
      // What the index tells is right; where it was made anew it knows no keys.
      let found = try await store.find(ShelfSearch("Text", field, limit: 99))
      #expect(found.isEmpty || found.map(\.id) == ids || name == ".shelf-index")
      for finding in found {
        #expect(finding.key == ids.firstIndex(of: finding.id).map { ShelfKey.integer(Int64($0)).bytes })
      }
      _ = try await store.referrers(to: lisa, after: nil, limit: 99)
      _ = try await store.check()
      #expect(try await store.writes(write(ids[3], 3), write(ids[9], 9)))
    }
  }

  @Test func `what can't be written is told, and the old contents stand`() async throws {
    let system = try FullSystem(place.folder.path)
    let store = FileShelfStore(
      folder: place.folder.path, options: ShelfFileOptions(), references: { _ in [] }, system: { _ in system })
    try await store.writes(.put(lisa, "1"), .put(bart, "1"))
    for room in 0..<12 {
      for writes in [
        [ShelfWrite.put(lisa, "2")], [.put(homer, "2")], [.put(lisa, "2"), .put(bart, "2"), .put(marge, "2")],
        [.put(lisa, "2"), ShelfWrite(bart, .delete)],
      ] {
        system.room.current = room
        do {
          _ = try await store.write(writes)
          // There was room enough.
          system.room.current = nil
          _ = try await store.write([
            .put(lisa, "1"), .put(bart, "1"), ShelfWrite(homer, .delete), ShelfWrite(marge, .delete),
          ])
        } catch {
          system.room.current = nil
          let texts = try await store.read([lisa, bart, homer, marge]).map {
            $0.map { String(decoding: $0.contents, as: UTF8.self) }
          }
          #expect(texts == ["1", "1", nil, nil], "room for \(room) of \(writes.count)")
          // What could not even be undone is so by the next one.
          _ = try await store.write([lisa, bart, homer, marge].map { ShelfWrite($0, .check) })
          #expect(try await store.count(type: "Text") == 2, "room for \(room) of \(writes.count)")
        }
      }
    }
    // An index that could not be written is made anew.
    #expect(try await store.referrers(to: lisa, after: nil, limit: 9) == [])
    let faults = try await store.check().faults
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test func `a store for reading only changes nothing`() async throws {
    let writer = place.store()
    try await writer.writes(.put(lisa, "1"), .put(bart, "1"))
    await writer.close()
    let before = try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted()
    var options = ShelfFileOptions()
    options.isReadOnly = true
    let store = place.store(options)
    #expect(try await store.read([lisa, bart]).compactMap(\.self).count == 2)
    #expect(try await store.ids(type: "Text", after: nil, limit: 9) == [lisa, bart])
    await #expect(throws: ShelfError.self) { try await store.writes(.put(lisa, "2")) }
    await #expect(throws: ShelfError.self) { try await store.wipe() }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted() == before)
  }
}

/// A file system with little room.
private final class FullSystem: FileSystem, @unchecked Sendable {
  /// How many files may still be written to; nil for any number.
  let room = Shared<Int?>(nil)

  override func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileFault) {
    let isFull = room.with { room in
      defer { room = room.map { $0 - 1 } }
      return room.map { $0 <= 0 } ?? false
    }
    if isFull { throw FileFault(action: "write", name: "an open file", code: ENOSPC) }
    try super.write(file, bytes, at: offset)
  }
}
