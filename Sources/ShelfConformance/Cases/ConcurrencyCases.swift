internal import Foundation
internal import SHELF

extension ShelfStoreSuite {
  static let concurrencyCases: [ShelfStoreCase] = [
    ShelfStoreCase("concurrency.counting", "A hundred tasks that count on one object come to a hundred.") { run in
      let id = ShelfId()
      try await run.put(id, ShelfStoreRun.contents("0"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask { try await run.count(id, in: run.store) } }
        try await group.waitForAll()
      }
      try run.expect("the count", try await run.json(id), "100")
    },
    ShelfStoreCase("concurrency.making", "Of many that make one object, if there is none, one does.") { run in
      let id = ShelfId()
      let outcomes = try await run.together(20) { number in
        try await run.store.write([
          ShelfWrite(id, expecting: .nothing, .put(ShelfStoreRun.contents("\(number)")))
        ])
      }
      let done = outcomes.indices.filter { if case .written = outcomes[$0] { true } else { false } }
      try run.expect("how many have made it", done.count, 1)
      try run.expect("the others", outcomes.filter { $0 == .conflict([id]) }.count, 19)
      try run.expect("what was made", try await run.json(id), done.first.map { "\($0)" })
    },
    ShelfStoreCase("concurrency.checking", "What a write only checks stays so until it is done.") { run in
      // Each makes its own object if the other one is missing: they can't both find it missing.
      for _ in 0..<10 {
        let ids = [ShelfId(), ShelfId()]
        let outcomes = try await run.together(2) { number in
          try await run.store.write([
            ShelfWrite(ids[1 - number], expecting: .nothing, .check),
            ShelfWrite(ids[number], expecting: .nothing, .put(ShelfStoreRun.contents())),
          ])
        }
        let done = outcomes.filter { if case .written = $0 { true } else { false } }
        try run.expect("how many were done", done.count, 1)
      }
    },
    ShelfStoreCase("concurrency.batches", "Batches that change the same objects are done one after the other.") { run in
      let ids = ShelfStoreRun.ids(10)
      try await run.written(ids.map { ShelfWrite($0, .put(ShelfStoreRun.contents("0"))) })
      _ = try await run.together(16) { number in
        // In any order: stores with locks must not wait for each other in a circle.
        let writes = ids.shuffled().map { ShelfWrite($0, .put(ShelfStoreRun.contents("\(number)"))) }
        return try await run.store.write(writes)
      }
      let left = Set(try await run.store.read(ids).map { $0?.contents })
      try run.expect("how many different contents are left", left.count, 1)
    },
  ]
}

extension ShelfStoreRun {
  /// Adds one to a stored number, trying as often as it takes.
  func count(_ id: ShelfId, in store: any ShelfStore) async throws {
    for _ in 0..<10_000 {
      guard let object = try await object(id, in: store),
        let number = Int(String(decoding: object.contents, as: UTF8.self))
      else { throw ShelfStoreFailure("the number is gone") }
      let outcome = try await store.write([
        ShelfWrite(id, expecting: .revision(object.revision), .put(Self.contents("\(number + 1)")))
      ])
      switch outcome {
      case .written: return
      case .conflict([id]): continue
      default: throw ShelfStoreFailure("counting came to \(outcome)")
      }
    }
    throw ShelfStoreFailure("counting came to nothing but conflicts")
  }

  /// Runs a closure in several tasks at once, and returns their results in the order of their numbers.
  func together(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> ShelfWriteOutcome
  ) async throws -> [ShelfWriteOutcome] {
    try await withThrowingTaskGroup(of: (Int, ShelfWriteOutcome).self) { group in
      for number in 0..<count { group.addTask { (number, try await body(number)) } }
      var outcomes: [Int: ShelfWriteOutcome] = [:]
      for try await (number, outcome) in group { outcomes[number] = outcome }
      return (0..<count).compactMap { outcomes[$0] }
    }
  }
}
