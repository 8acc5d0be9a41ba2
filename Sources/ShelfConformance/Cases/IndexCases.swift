internal import Foundation
internal import SHELF

extension ShelfStoreSuite {
  private static let age = ShelfField("age", kind: "integer")
  private static let name = ShelfField("name", kind: "text")

  private static func aged(_ age: Int64, name: String? = nil) -> ShelfWrite.Contents {
    ShelfStoreRun.contents(
      keys: [ShelfFieldKey(Self.age, .integer(age))] + (name.map { [ShelfFieldKey(Self.name, .text($0))] } ?? []))
  }

  static let indexCases: [ShelfStoreCase] = [
    ShelfStoreCase(
      "index.order", "Findings come in the order of keys, and of ids where these are equal.", needs: .indexes
    ) { run in
      let findings = try await run.fill(age, [5, -3, 0, 5, .max, .min, 5, nil, 1 << 40, nil])
      for isDescending in [false, true] {
        let search = ShelfSearch("T", age, isDescending: isDescending, limit: 100)
        let expected = isDescending ? findings.reversed() : findings
        try run.expect("what is found", try await run.indexed.find(search), expected)
      }
    },
    ShelfStoreCase("index.texts", "Texts are found in the order of their bytes, each exactly.", needs: .indexes) {
      run in
      let texts = ["", "a", "A", "a ", "a\0", "ab", "ä", "Z", "z", "🧡", String(repeating: "x", count: 2_000)]
      var expected: [ShelfFinding] = []
      for text in texts {
        let id = ShelfId()
        let key = ShelfKey.text(text)
        try await run.put(id, ShelfStoreRun.contents(keys: [ShelfFieldKey(name, key)]))
        expected.append(ShelfFinding(id, key: key.bytes))
        let found = try await run.indexed.find(ShelfSearch("T", name, from: key.bytes, through: key.bytes, limit: 9))
        try run.expect("what is found for \(text)", found, [ShelfFinding(id, key: key.bytes)])
      }
      expected.sort { ShelfStoreRun.isBefore($0, $1) }
      try run.expect("all", try await run.indexed.find(ShelfSearch("T", name, limit: 100)), expected)
    },
    ShelfStoreCase("index.bounds", "Both ends of a range are part of it.", needs: .indexes) { run in
      let findings = try await run.fill(age, (0..<20).map { $0 / 2 })
      for (from, through) in [(3, 5), (0, 0), (9, 30), (-5, 2), (5, 4), (10, 11)] {
        let (first, last) = (ShelfKey.integer(Int64(from)).bytes, ShelfKey.integer(Int64(through)).bytes)
        for isDescending in [false, true] {
          let found = try await run.indexed.find(
            ShelfSearch("T", age, from: first, through: last, isDescending: isDescending, limit: 100))
          let expected = findings.filter { finding in
            !finding.key.lexicographicallyPrecedes(first) && !last.lexicographicallyPrecedes(finding.key)
          }
          try run.expect("\(from) to \(through)", found, isDescending ? expected.reversed() : expected)
        }
        let open = try await run.indexed.find(ShelfSearch("T", age, from: first, limit: 100))
        try run.expect("from \(from)", open, findings.filter { !$0.key.lexicographicallyPrecedes(first) })
        let closed = try await run.indexed.find(ShelfSearch("T", age, through: last, limit: 100))
        try run.expect("through \(through)", closed, findings.filter { !last.lexicographicallyPrecedes($0.key) })
      }
    },
    ShelfStoreCase("index.objects", "What is found comes with its objects, in the same order.", needs: .indexes) {
      run in
      let findings = try await run.fill(age, [3, 1, 2, 1, nil])
      for (isDescending, expected) in [(false, findings), (true, findings.reversed())] {
        var search = ShelfSearch("T", age, isDescending: isDescending, limit: 3)
        var found: [ShelfFinding] = []
        for _ in 0..<3 {
          for (finding, object) in try await run.indexed.findObjects(search) {
            found.append(finding)
            try run.expect("the object", object, try await run.store.read([finding.id])[0])
            try run.expect("its type", object?.type, "T")
          }
          search.after = found.last
        }
        try run.expect("what is found", found, expected)
      }
    },
    ShelfStoreCase("index.pages", "A search goes on behind what it found last, in both directions.", needs: .indexes) {
      run in
      let findings = try await run.fill(age, [1, 1, 1, 1, 1, 2, 3, 3, 3, nil, nil, 4])
      let (from, through) = (ShelfKey.null.bytes, ShelfKey.integer(3).bytes)
      for isDescending in [false, true] {
        for limit in [1, 2, 5, 50] {
          var search = ShelfSearch("T", age, from: from, through: through, isDescending: isDescending, limit: limit)
          var found: [ShelfFinding] = []
          while found.count <= findings.count {
            let page = try await run.indexed.find(search)
            try run.expect("a page of \(limit) has \(page.count)", page.count <= limit)
            if page.isEmpty { break }
            found += page
            search.after = page.last
          }
          let expected = Array(findings.dropLast())
          try run.expect("by pages of \(limit)", found, isDescending ? expected.reversed() : expected)
        }
      }
    },
    ShelfStoreCase(
      "index.apart", "Each type's fields are found apart, and those of one name and different kinds.", needs: .indexes
    ) { run in
      let other = ShelfField("age", kind: "text")
      let ids = ShelfStoreRun.ids(3)
      try await run.put(ids[0], ShelfStoreRun.contents(keys: [ShelfFieldKey(age, .integer(1))]))
      try await run.put(ids[1], ShelfStoreRun.contents(type: "U", keys: [ShelfFieldKey(age, .integer(1))]))
      try await run.put(ids[2], ShelfStoreRun.contents(keys: [ShelfFieldKey(other, .text("1"))]))
      for (type, field, id) in [("T", age, ids[0]), ("U", age, ids[1]), ("T", other, ids[2])] {
        let found = try await run.indexed.find(ShelfSearch(type, field, limit: 9)).map(\.id)
        try run.expect("\(field.kind) of \(type)", found, [id])
      }
      let unknown = ShelfSearch("T", ShelfField("size", kind: "integer"), limit: 9)
      try run.expect("a field that nothing has", try await run.indexed.find(unknown), [])
    },
    ShelfStoreCase("index.replaced", "A put replaces an object's keys, and a deletion removes them.", needs: .indexes) {
      run in
      let id = ShelfId()
      func found(_ field: ShelfField) async throws -> [ShelfFinding] {
        try await run.indexed.find(ShelfSearch("T", field, limit: 9))
      }
      try await run.put(id, aged(1, name: "Dax"))
      try await run.put(id, aged(2, name: "Dax"))
      try run.expect("the age", try await found(age), [ShelfFinding(id, key: ShelfKey.integer(2).bytes)])
      try run.expect("the name", try await found(name), [ShelfFinding(id, key: ShelfKey.text("Dax").bytes)])
      try await run.put(id, aged(2))
      try run.expect("the name, which is no key any more", try await found(name), [])
      try run.expect("the age", try await found(age).map(\.id), [id])
      try await run.put(id, ShelfStoreRun.contents(type: nil, keys: nil))
      try run.expect("the age after a write that knows no keys", try await found(age), [])
      try await run.put(id, aged(3))
      try await run.written([ShelfWrite(id, .delete)])
      try run.expect("the age of what is deleted", try await found(age), [])
      try await run.put(id, aged(4))
      try await run.store.wipe()
      try run.expect("the age of what is wiped", try await found(age), [])
    },
    ShelfStoreCase("index.refused", "Of a batch that is refused nothing is found.", needs: .indexes) { run in
      let ids = ShelfStoreRun.ids(2)
      try await run.put(ids[0], aged(1))
      let outcome = try await run.store.write([
        ShelfWrite(ids[0], .put(aged(2))), ShelfWrite(ids[1], expecting: .something, .put(aged(3))),
      ])
      try run.expect("the outcome", outcome, .conflict([ids[1]]))
      let found = try await run.indexed.find(ShelfSearch("T", age, limit: 9))
      try run.expect("what is found", found, [ShelfFinding(ids[0], key: ShelfKey.integer(1).bytes)])
    },
    ShelfStoreCase(
      "index.referrers", "Who refers to an id is known, in ascending order, and no longer than it does.",
      needs: .indexes
    ) { run in
      let (target, ids) = (ShelfId(), ShelfStoreRun.ids(7))
      func found(after id: ShelfId? = nil, limit: Int = 100) async throws -> [ShelfId] {
        try await run.indexed.referrers(to: target, after: id, limit: limit)
      }
      try run.expect("before", try await found(), [])
      for id in ids.shuffled() { try await run.put(id, ShelfStoreRun.contents(references: [ShelfId(), target])) }
      try run.expect("all", try await found(), ids)
      try run.expect("a page", try await found(after: ids[1], limit: 3), Array(ids[2..<5]))
      try await run.put(ids[0], ShelfStoreRun.contents(references: [ids[1]]))
      try await run.put(ids[1], ShelfStoreRun.contents())
      try await run.written([ShelfWrite(ids[2], .delete)])
      try run.expect("those that are left", try await found(), Array(ids[3...]))
      try await run.put(target)
      try await run.written([ShelfWrite(target, .delete)])
      try run.expect("when the target is gone", try await found(), Array(ids[3...]))
      try await run.store.wipe()
      try run.expect("when all is wiped", try await found(), [])
    },
    ShelfStoreCase("index.count", "How many objects of a type there are is known.", needs: .indexes) { run in
      let ids = ShelfStoreRun.ids(9)
      for id in ids[..<6] { try await run.put(id, aged(1)) }
      for id in ids[6...] { try await run.put(id, ShelfStoreRun.contents(type: "U")) }
      try await run.put(ids[0], ShelfStoreRun.contents())
      try await run.written([ShelfWrite(ids[1], .delete)])
      for (type, count) in [("T", 5), ("U", 3), ("V", 0)] {
        try run.expect("of \(type)", try await run.indexed.count(type: type), count)
      }
    },
    ShelfStoreCase("index.expired", "The objects whose time is over are known.", needs: .indexes) { run in
      let ids = ShelfStoreRun.ids(6)
      let ends: [Double?] = [-1e9, 5.5, 10, 1e9, nil, 7]
      for (id, end) in zip(ids, ends) {
        let date = end.map { Date(timeIntervalSinceReferenceDate: $0) }
        try await run.put(id, ShelfStoreRun.contents(expires: date, keys: [ShelfFieldKey(age, .integer(1))]))
      }
      func found(_ seconds: Double, limit: Int = 100) async throws -> Set<ShelfId> {
        Set(try await run.indexed.expired(before: seconds, limit: limit))
      }
      try run.expect("before 8", try await found(8), [ids[0], ids[1], ids[5]])
      try run.expect("two of them", try await found(8, limit: 2).count, 2)
      try await run.put(ids[0], ShelfStoreRun.contents())
      try await run.put(ids[1], ShelfStoreRun.contents(expires: Date(timeIntervalSinceReferenceDate: 20)))
      try await run.written([ShelfWrite(ids[5], .delete)])
      try run.expect("before 8, afterwards", try await found(8), [])
      try run.expect("before 30", try await found(30), [ids[1], ids[2]])
    },
  ]
}

extension ShelfStoreRun {
  static func isBefore(_ left: ShelfFinding, _ right: ShelfFinding) -> Bool {
    left.key == right.key ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
  }

  /// Stores an object for each number, and returns what must be found, in ascending order.
  func fill(_ field: ShelfField, _ numbers: [Int64?]) async throws -> [ShelfFinding] {
    var findings: [ShelfFinding] = []
    for number in numbers {
      let (id, key) = (ShelfId(), number.map { ShelfKey.integer($0) } ?? .null)
      try await put(id, Self.contents(keys: [ShelfFieldKey(field, key)]))
      findings.append(ShelfFinding(id, key: key.bytes))
    }
    return findings.sorted { Self.isBefore($0, $1) }
  }
}
