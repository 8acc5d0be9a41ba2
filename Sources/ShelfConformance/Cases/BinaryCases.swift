internal import Foundation
internal import SHELF

extension ShelfStoreSuite {
  private static func bytes(_ count: Int, _ seed: Int) -> Data {
    Data((0..<count).map { UInt8(($0 / 7 &* seed) & 0xFF) })
  }

  static let binaryCases: [ShelfStoreCase] = [
    ShelfStoreCase("binary.parts", "Bytes beside JSON come back exactly, whole and in parts.", needs: .binaries) {
      run in
      for count in [0, 1, 1_000, 1 << 19, 1 << 19 + 1, 3 << 19] {
        let (object, id, content) = (ShelfId(), ShelfId(), bytes(count, 31))
        try await run.put(object, ShelfStoreRun.contents(binaries: [ShelfBinary(id, content)]))
        try run.expect("\(count) bytes", try await run.binary(id, of: object) == content)
        for (offset, length) in [
          (0, 10), (5, 0), (1, count), (count / 2, 1 << 19), (1 << 19 - 3, 6), (1 << 19, 6), (count - 1, 9), (count, 9),
          (count + 1 << 20, 9),
        ] where offset >= 0 {
          let part = try await run.binaries.readBinary(id, of: object, from: offset, count: length)
          let expected = Data(content.dropFirst(offset).prefix(length))
          try run.expect("\(length) of \(count) from \(offset)", part == expected)
        }
      }
    },
    ShelfStoreCase("binary.own", "Bytes belong to one object.", needs: .binaries) { run in
      let (ids, id) = (ShelfStoreRun.ids(2), ShelfId())
      for (object, seed) in zip(ids, [3, 5]) {
        try await run.put(object, ShelfStoreRun.contents(binaries: [ShelfBinary(id, bytes(99, seed))]))
      }
      try run.expect("those of the first", try await run.binary(id, of: ids[0]), bytes(99, 3))
      try run.expect("those of the second", try await run.binary(id, of: ids[1]), bytes(99, 5))
      try await run.written([ShelfWrite(ids[0], .delete)])
      try run.expect("those of the second, without the first", try await run.binary(id, of: ids[1]), bytes(99, 5))
      try run.expect("those of no object", try await run.binary(id, of: ShelfId()), nil)
      try run.expect("others", try await run.binary(ShelfId(), of: ids[1]), nil)
    },
    ShelfStoreCase(
      "binary.replaced", "A put keeps the bytes that it names, and the others go; those of what is deleted go, too.",
      needs: .binaries
    ) { run in
      let (object, ids) = (ShelfId(), ShelfStoreRun.ids(3))
      func there() async throws -> [Bool] {
        var there: [Bool] = []
        for id in ids { there.append(try await run.binary(id, of: object) == bytes(2_000, 7)) }
        return there
      }
      func put(_ binaries: [ShelfBinary]) async throws {
        try await run.put(object, ShelfStoreRun.contents("\(binaries.count)", binaries: binaries))
      }
      let new = ids.map { ShelfBinary($0, bytes(2_000, 7)) }
      let kept = ids.map { ShelfBinary($0, nil) }
      try await put([new[0], new[1]])
      try run.expect("two", try await there(), [true, true, false])
      try await put([kept[1], new[2]])
      try run.expect("one kept and one new", try await there(), [false, true, true])
      // Whoever supplies what is there may supply it again.
      try await put([new[1], kept[2]])
      try run.expect("the same", try await there(), [false, true, true])
      let outcome = try await run.store.write([
        ShelfWrite(object, expecting: .nothing, .put(ShelfStoreRun.contents(binaries: [new[0]])))
      ])
      try run.expect("what is refused", outcome, .conflict([object]))
      try run.expect("the same when something was refused", try await there(), [false, true, true])
      try await put([])
      try run.expect("none", try await there(), [false, false, false])
      for isWiped in [false, true] {
        try await put(new)
        try run.expect("all", try await there(), [true, true, true])
        if isWiped { try await run.store.wipe() } else { try await run.written([ShelfWrite(object, .delete)]) }
        try run.expect("those of what is deleted", try await there(), [false, false, false])
        try await put([])
        try run.expect("those of what is made anew", try await there(), [false, false, false])
      }
    },
    ShelfStoreCase(
      "binary.missing", "A put that is to keep what is not there is an error, and nothing is done.", needs: .binaries
    ) { run in
      let (ids, known) = (ShelfStoreRun.ids(3), ShelfId())
      try await run.put(ids[0], ShelfStoreRun.contents("1", binaries: [ShelfBinary(known, bytes(9, 1))]))
      try await run.put(ids[1], ShelfStoreRun.contents("1"))
      // Another object's bytes are not its own.
      for (object, missing) in [(ids[0], ShelfId()), (ids[1], known), (ids[2], known)] {
        var error: ShelfError?
        do {
          _ = try await run.store.write(
            [
              ShelfWrite(ids[0], .put(ShelfStoreRun.contents("2"))),
              ShelfWrite(ids[1], .put(ShelfStoreRun.contents("2"))),
              ShelfWrite(ids[2], .put(ShelfStoreRun.contents("2"))),
            ].map {
              $0.id == object
                ? ShelfWrite(object, .put(ShelfStoreRun.contents("2", binaries: [ShelfBinary(missing, nil)]))) : $0
            })
        } catch let thrown as ShelfError { error = thrown }
        guard case .missingBinary(object) = error else { throw ShelfStoreFailure("it came to \(error as Any)") }
        let texts = try await run.store.read(ids).map { $0.map { String(decoding: $0.contents, as: UTF8.self) } }
        try run.expect("what is there", texts, ["1", "1", nil])
        try run.expect("the bytes", try await run.binary(known, of: ids[0]), bytes(9, 1))
      }
    },
  ]
}

extension ShelfStoreRun {
  /// The store with bytes beside JSON, for cases that require it.
  var binaries: any BinaryShelfStore {
    get throws {
      guard let store = store as? any BinaryShelfStore else { throw ShelfStoreFailure("it keeps no bytes beside JSON") }
      return store
    }
  }

  /// All of an object's bytes.
  func binary(_ id: ShelfId, of object: ShelfId) async throws -> Data? {
    try await binaries.readBinary(id, of: object, from: 0, count: .max)
  }
}
