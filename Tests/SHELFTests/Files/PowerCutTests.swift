import Foundation
import TestSupport
import Testing

@testable import SHELF

/// A store whose machine loses its power again and again, at any moment.
@Suite struct `File power cuts` {
  private let ids = (0..<14).map { number in
    // Some share their folders.
    ShelfId(
      high: 0x1122_0000_0000_4000 | UInt64(number % 5) << 50 | UInt64(number % 2) << 61, low: 1 << 63 | UInt64(number))
  }

  /// One or more writes, and what is there when they are done.
  private func step(
    _ state: [ShelfId: String], _ text: String, _ random: inout Seeded
  ) -> ([ShelfWrite], [ShelfId: String]) {
    var (writes, state) = ([ShelfWrite](), state)
    let count = [1, 1, 2, 5, 12][Int.random(in: 0..<5, using: &random)]
    for id in ids.shuffled(using: &random).prefix(count) {
      if Int.random(in: 0..<3, using: &random) == 0 {
        writes.append(ShelfWrite(id, .delete))
        state[id] = nil
      } else {
        let binaries = Self.binaries(state[id], &random)
        let named = binaries.map { #",{"\#(SpecialKey.binary)":"\#($0.id)"}"# }.joined()
        let json =
          "[\"\(text)" + String(repeating: "x", count: Int.random(in: 0..<1_500, using: &random)) + "\"\(named)]"
        let keys = [ShelfFieldKey(ShelfField("f", kind: "text"), .text(text))]
        writes.append(
          ShelfWrite(id, .put(.init(type: "Text", json: Data(json.utf8), keys: keys, binaries: binaries))))
        state[id] = json
      }
    }
    return (writes, state)
  }

  /// No bytes, others, or those that the object has.
  private static func binaries(_ json: String?, _ random: inout Seeded) -> [ShelfBinary] {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: []
    case 1: ReferenceScanner.binaries(in: Data((json ?? "").utf8)).map { ShelfBinary($0, nil) }
    default: [new(&random)]
    }
  }

  private static func new(_ random: inout Seeded) -> ShelfBinary {
    let id = ShelfId(high: random.next(), low: random.next())
    return ShelfBinary(id, content(id))
  }

  private static func content(_ id: ShelfId) -> Data { Data(String(repeating: id.description, count: 30).utf8) }

  @Test(arguments: 0..<60) func `what was acknowledged is kept, and a batch is whole`(seed: Int) async throws {
    let folder = try TemporaryFolder()
    var random = Seeded(UInt64(seed))
    var state: [ShelfId: String] = [:]
    try FileManager.default.createDirectory(atPath: folder.file("0"), withIntermediateDirectories: false)
    for round in 0..<6 {
      let cut = Int.random(in: 1..<(round == 0 ? 40 : 160), using: &random)
      let system = try PowerCutSystem(folder.file("\(round)"), cutAfter: cut, start: UInt64(round) + 1)
      let store = FileShelfStore(
        folder: folder.file("\(round)"), options: ShelfFileOptions(), references: { _ in [] }, system: { _ in system })
      var next = state
      do {
        for number in 0... {
          let writes: [ShelfWrite]
          (writes, next) = step(state, "\(round).\(number).", &random)
          guard case .written = try await store.write(writes) else {
            Issue.record("not written")
            break
          }
          state = next
        }
      } catch {}
      try system.leave(in: folder.file("\(round + 1)"), &random)
      let rest = try PowerCutSystem(folder.file("\(round + 1)"), cutAfter: nil, start: UInt64(round) + 100)
      let reader = FileShelfStore(
        folder: folder.file("\(round + 1)"), options: ShelfFileOptions(), references: { _ in [] }, system: { _ in rest }
      )
      // What nobody finished yet is finished by who comes to it.
      let found = try await reader.read(ids)
      let texts = Dictionary(
        uniqueKeysWithValues: found.compactMap { $0.map { ($0.id, String(decoding: $0.contents, as: UTF8.self)) } })
      #expect(texts == state || texts == next, "round \(round), cut after \(cut)")
      for object in found { #expect(object?.type == "Text" || object == nil) }
      state = texts
      for (id, text) in texts {
        for binary in ReferenceScanner.binaries(in: Data(text.utf8)) {
          let bytes = try await reader.readBinary(binary, of: id, from: 0, count: .max)
          #expect(bytes == Self.content(binary), "round \(round), cut after \(cut)")
        }
      }
      #expect(try await reader.ids(type: "Text", after: nil, limit: 99) == state.keys.sorted())
      #expect(try await reader.ids(type: nil, after: nil, limit: 99) == state.keys.sorted())
      // The index was left by a machine that went down, or says what is there.
      let keys = try await reader.find(ShelfSearch("Text", ShelfField("f", kind: "text"), limit: 99))
      for key in keys {
        #expect(state[key.id]?.hasPrefix("[\"" + String(decoding: key.key.dropFirst(), as: UTF8.self)) == true)
      }
    }
  }
}
