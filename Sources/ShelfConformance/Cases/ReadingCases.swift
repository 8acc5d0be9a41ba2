internal import Foundation
internal import SHELF

extension ShelfStoreSuite {
  static let readingCases: [ShelfStoreCase] = [
    ShelfStoreCase("reading.order", "Objects come in the order of the ids that are asked for.") { run in
      let ids = (0..<40).map { _ in ShelfId() }
      for id in ids { try await run.put(id, ShelfStoreRun.contents("\"\(id)\"")) }
      let objects = try await run.store.read(ids.reversed())
      try run.expect("the ids", objects.map { $0?.id }, ids.reversed())
      try run.expect("the contents", objects.map { $0?.contents }, ids.reversed().map { .init("\"\($0)\"".utf8) })
    },
    ShelfStoreCase("reading.absent", "What isn't there is nil, at its place among the others.") { run in
      let there = ShelfId()
      try await run.put(there)
      let objects = try await run.store.read([ShelfId(), there, ShelfId(), .null])
      try run.expect("the ids", objects.map { $0?.id }, [nil, there, nil, nil])
    },
    ShelfStoreCase("reading.nothing", "Of no ids there are no objects, and no writes are done.") { run in
      try run.expect("the number of objects", try await run.store.read([]).count, 0)
      try run.expect("the outcome", try await run.store.write([]), .written([]))
    },
    ShelfStoreCase("reading.many", "Thousands of objects are written and read at once.") { run in
      let ids = ShelfStoreRun.ids(3_000)
      try await run.written(ids.map { ShelfWrite($0, .put(ShelfStoreRun.contents("\"\($0)\""))) })
      let mixed = ids.flatMap { [$0, ShelfId()] }
      let objects = try await run.store.read(mixed)
      try run.expect("those that are there", objects.map { $0 != nil }, mixed.indices.map { $0 % 2 == 0 })
      try run.expect("their contents", objects.compactMap { $0?.contents }, ids.map { .init("\"\($0)\"".utf8) })
    },
  ]
}
