import Foundation
import TestSupport
import Testing

@testable import SHELF

@Suite struct `Bytes beside files` {
  private let place: StoreFolder

  init() throws { place = try StoreFolder() }

  private func put(_ id: ShelfId, _ binaries: [ShelfBinary]) -> ShelfWrite {
    let named = binaries.map { #"{"\#(SpecialKey.binary)":"\#($0.id)"}"# }.joined(separator: ",")
    return ShelfWrite(
      id, .put(ShelfWrite.Contents(type: "Text", json: Data("[\(named)]".utf8), keys: [], binaries: binaries)))
  }

  @Test func `bytes lie beside the object's file, and go with it and its folders`() async throws {
    let store = place.store()
    let binary = ShelfBinary(ShelfId(), Data("photo".utf8))
    for isBatch in [false, true] {
      let rest = isBatch ? [ShelfWrite.put(homer, "1")] : []
      _ = try await store.write([put(lisa, [binary])] + rest)
      #expect(place.text("\(lisa.fileName).data/\(binary.id.uuidText)") == "photo")
      #expect(try await store.check().faults.isEmpty)
      _ = try await store.write([ShelfWrite(lisa, .delete)] + (isBatch ? [ShelfWrite(homer, .delete)] : []))
      #expect(!place.exists("62"))
      #expect(try await store.check().faults.isEmpty)
    }
  }

  @Test func `a check names bytes that no object names, and that are missing`() async throws {
    let store = place.store()
    let (first, second) = (ShelfBinary(ShelfId(), Data("1".utf8)), ShelfBinary(ShelfId(), Data("2".utf8)))
    try await store.writes(put(lisa, [first]))
    try await store.writes(put(bart, [second]))
    let orphan = "\(lisa.binaryFolder)/\(marge.uuidText)"
    try place.put(orphan, "x")
    try place.put("\(homer.binaryFolder)/\(marge.uuidText)", "x")
    try place.put("\(lisa.binaryFolder)/notes", "x")
    try place.put("\(lisa.binaryFolder)/.shelf-\(marge.uuidText)", "x")
    try place.remove(bart.binaryName(second.id))
    let faults = try await store.check().faults
    let kinds = Dictionary(faults.map { ($0.name, $0.kind) }) { first, _ in first }
    #expect(
      kinds == [
        orphan: .unused, "\(homer.binaryFolder)/\(marge.uuidText)": .unused,
        "\(lisa.binaryFolder)/notes": .wronglyNamed,
        "\(lisa.binaryFolder)/.shelf-\(marge.uuidText)": .leftover, bart.binaryName(second.id): .withoutBytes,
      ], "\(faults)")
    // The next save of the object removes what is not its own, and leaves what is nobody's.
    try await store.writes(put(lisa, [ShelfBinary(first.id, nil)]))
    #expect(!place.exists(orphan) && place.exists("\(lisa.binaryFolder)/notes"))
    #expect(try await store.readBinary(first.id, of: lisa, from: 0, count: 9) == Data("1".utf8))
  }

  @Test func `a link in place of the folder is not followed`() async throws {
    let store = place.store()
    let binary = ShelfBinary(ShelfId(), Data("photo".utf8))
    try await store.writes(put(lisa, [binary]))
    try FileManager.default.moveItem(atPath: "\(place.path)/\(lisa.binaryFolder)", toPath: "\(place.folder.path)/away")
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/\(lisa.binaryFolder)", withDestinationPath: "\(place.folder.path)/away")
    await #expect(throws: ShelfError.self) { try await store.readBinary(binary.id, of: lisa, from: 0, count: 9) }
    await #expect(throws: ShelfError.self) { try await store.writes(put(lisa, [ShelfBinary(ShelfId(), Data([1]))])) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.folder.path)/away") == [binary.id.uuidText])
    #expect(try await store.check().faults.contains { $0.kind == .link && $0.name == lisa.binaryFolder })
  }
}
