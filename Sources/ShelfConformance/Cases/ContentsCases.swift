internal import Foundation
internal import SHELF

extension ShelfStoreSuite {
  static let contentsCases: [ShelfStoreCase] = [
    ShelfStoreCase("contents.exact", "Contents come back byte for byte.") { run in
      let nested = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
      let texts = [
        "", " ", "{}", "{\"a\" :\t1 ,\n \"a\":1.0e-400}  \r\n", "\"\\u0000\\ud83e\\udde1\"",
        "\"🧡 é e\u{301} \u{FEFF}ß\"",
        "'\"\\%_`--;?:name", "\u{1}\u{7F}\u{10FFFF}", nested,
      ]
      for text in texts {
        let id = ShelfId()
        try await run.put(id, ShelfStoreRun.contents(text))
        try run.expect("what was kept", try await run.object(id)?.contents, Data(text.utf8))
      }
    },
    ShelfStoreCase("contents.large", "Contents of a megabyte come back byte for byte, alone and among others.") { run in
      let ids = ShelfStoreRun.ids(3)
      let text = "\"" + (0..<100_000).map { "\($0) 🧡" }.joined(separator: ",").prefix(1 << 20) + "\""
      try await run.put(ids[0], ShelfStoreRun.contents(text))
      try await run.written([
        ShelfWrite(ids[1], .put(ShelfStoreRun.contents())), ShelfWrite(ids[2], .put(ShelfStoreRun.contents(text))),
      ])
      let objects = try await run.store.read(ids)
      try run.expect("what was kept", objects.map { $0?.contents.count }, [text.utf8.count, 2, text.utf8.count])
      try run.expect("its bytes", objects[0]?.contents == Data(text.utf8) && objects[2]?.contents == Data(text.utf8))
    },
    ShelfStoreCase("contents.replaced", "A put replaces all that was kept of the object.") { run in
      let id = ShelfId()
      let end = Date(timeIntervalSinceReferenceDate: 1_000_000)
      try await run.put(id, ShelfStoreRun.contents("\"a long text\"", expires: end))
      let revision = try await run.put(id, ShelfStoreRun.contents("1"))
      try run.expect(
        "the object", try await run.object(id),
        StoredObject(id: id, type: "T", revision: revision, contents: Data("1".utf8)))
    },
    ShelfStoreCase("contents.expires", "When an object's time is over is kept exactly.") { run in
      for seconds in [0, -1, 800_000_000.123456, 0.1 + 0.2, 63_113_904_000] {
        let id = ShelfId()
        try await run.put(id, ShelfStoreRun.contents(expires: Date(timeIntervalSinceReferenceDate: seconds)))
        try run.expect("the time", try await run.object(id)?.expires?.timeIntervalSinceReferenceDate, seconds)
      }
    },
    ShelfStoreCase("contents.types", "The name of a type is kept exactly; those that differ in capitals alone differ.")
    { run in
      let names = ["User", "user", "Üser", "User ", "a.b<C, D>", "🧡"]
      let ids = names.map { _ in ShelfId() }
      for (id, name) in zip(ids, names) { try await run.put(id, ShelfStoreRun.contents(type: name)) }
      try run.expect("the types", try await run.store.read(ids).map { $0?.type }, names)
      for (id, name) in zip(ids, names) {
        try run.expect("the ids of \(name)", try await run.store.ids(type: name, after: nil, limit: 10), [id])
      }
    },
    ShelfStoreCase("contents.typeKept", "A write that names no type leaves it as it is.") { run in
      let id = ShelfId()
      try await run.put(id, ShelfStoreRun.contents("1", type: "User"))
      try await run.put(id, ShelfStoreRun.contents("2", type: nil, keys: nil))
      let object = try await run.object(id)
      try run.expect("the type", object?.type, "User")
      try run.expect("the contents", object?.contents, Data("2".utf8))
      try run.expect("the ids of the type", try await run.store.ids(type: "User", after: nil, limit: 10), [id])
    },
    ShelfStoreCase("contents.typeless", "An object whose type nobody has named can be given any.") { run in
      let id = ShelfId()
      try await run.put(id, ShelfStoreRun.contents("1", type: nil, keys: nil))
      try run.expect("the contents", try await run.json(id), "1")
      try await run.put(id, ShelfStoreRun.contents("2", type: "User"))
      try run.expect("the type", try await run.object(id)?.type, "User")
    },
  ]
}
