import Foundation
import SHELF

/// Objects that are saved in batches, and one that many tasks count on.
@MainActor
enum ShelfWrites {
  nonisolated static let counts = 1_000
  nonisolated static let tasks = 8

  static func workloads(_ data: ShelfData) -> [Workload] {
    [
      Workload(
        "saving objects, 1,000 at once", on: data, operations: data.count, target: 1.25, floor: floorSave, ours: save,
        peers: ShelfSuite.peers(folder: nil, grdb: GRDBObjects.save)),
      Workload(
        "saving them again", on: data, operations: data.count, target: 1.25, floor: floorReplace, ours: replace,
        peers: ShelfSuite.peers(folder: nil, grdb: GRDBObjects.saveAgain)),
      Workload(
        "updates of one object by 8 tasks", on: data, operations: counts, target: 1.5, kind: .wall, floor: floorCount,
        ours: count, peers: ShelfSuite.noPeers()),
    ]
  }

  private static func clear(_ path: String) throws {
    try FloorConnection(path).execute("DELETE FROM shelf_objects; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func floorSave(_ data: ShelfData) throws -> Side {
    let (path, store) = try data.made("floor")
    let connection = try FloorConnection(path)
    let insert = try connection.prepare(ShelfData.insert)
    return Side(
      before: { try clear(path) },
      run: {
        let encoder = JSONEncoder()
        for start in stride(from: 0, to: data.count, by: ShelfData.batch) {
          try connection.execute("BEGIN IMMEDIATE")
          for index in start..<min(start + ShelfData.batch, data.count) {
            try insert.insert(data.uuids[index], Int64(index), try encoder.encode(data.users[index]))
          }
          try connection.execute("COMMIT")
        }
        withExtendedLifetime(store) {}
      }, checksum: { try ShelfData.checksum(path) })
  }

  private static func floorReplace(_ data: ShelfData) throws -> Side {
    let (path, store) = try data.made("floor-replace")
    try data.fill(path)
    let connection = try FloorConnection(path)
    let replace = try connection.prepare("UPDATE shelf_objects SET json = ?, rev = ? WHERE id = ? AND rev <> ?")
    return Side(
      run: {
        let encoder = JSONEncoder()
        for start in stride(from: 0, to: data.count, by: ShelfData.batch) {
          try connection.execute("BEGIN IMMEDIATE")
          for index in start..<min(start + ShelfData.batch, data.count) {
            try replace.replace(
              data.uuids[index], -1, Int64.random(in: 0..<1 << 62), try encoder.encode(data.users[index]))
          }
          try connection.execute("COMMIT")
        }
        withExtendedLifetime(store) {}
      }, checksum: { try ShelfData.checksum(path) })
  }

  private static func save(_ data: ShelfData) throws -> Side {
    let (path, store) = try data.made("orda")
    return Side(
      before: { try clear(path) }, run: { try await write(data, store) }, checksum: { try ShelfData.checksum(path) })
  }

  private static func replace(_ data: ShelfData) throws -> Side {
    let (path, store) = try data.made("orda-replace")
    try data.fill(path)
    return Side(run: { try await write(data, store) }, checksum: { try ShelfData.checksum(path) })
  }

  static func write(_ data: ShelfData, _ store: some ShelfStore) async throws {
    let encoder = JSONEncoder()
    for start in stride(from: 0, to: data.count, by: ShelfData.batch) {
      let writes = try (start..<min(start + ShelfData.batch, data.count)).map { index in
        ShelfWrite(
          data.ids[index], .put(.init(type: "User", json: try encoder.encode(data.users[index]), keys: [])))
      }
      _ = try await store.write(writes)
    }
  }

  // MARK: Counting

  private static func floorCount(_ data: ShelfData) throws -> Side {
    let (path, store) = try data.made("floor-count")
    let id = data.uuids[0]
    try FloorConnection(path).prepare(ShelfData.insert).insert(id, 1, Data("0".utf8))
    return Side(timed: {
      let round = try onThreads(
        (0..<tasks).map { _ in
          {
            let connection = try FloorConnection(path)
            let select = try connection.prepare(ShelfData.select)
            let replace = try connection.prepare("UPDATE shelf_objects SET json = ?, rev = ? WHERE id = ? AND rev = ?")
            for _ in 0..<counts / tasks {
              try connection.execute("BEGIN IMMEDIATE")
              let (revision, json) = try select.object(id)
              let number = try JSONDecoder().decode(Int.self, from: json)
              try replace.replace(id, revision, revision + 1, try JSONEncoder().encode(number + 1))
              try connection.execute("COMMIT")
            }
            return 1
          }
        })
      withExtendedLifetime(store) {}
      return Side.Round(cost: round.cost, checksum: 1)
    })
  }

  private static func count(_ data: ShelfData) throws -> Side {
    let (path, store) = try data.made("orda-count")
    let (id, uuid) = (data.ids[0], data.uuids[0])
    try FloorConnection(path).prepare(ShelfData.insert).insert(uuid, 1, Data("0".utf8))
    return Side(run: { try await count(id, in: store) }, checksum: { _ in 1 })
  }

  static func count(_ id: ShelfId, in store: GovernorShelfStore) async throws {
    let counter = Counter(store, id)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks { group.addTask { for _ in 0..<counts / tasks { try await counter.count() } } }
      try await group.waitForAll()
    }
  }

  /// Counts as a shelf does: one update of an object after the other, and what is known of it is not read again.
  private actor Counter {
    private let store: GovernorShelfStore
    private let id: ShelfId
    private var known: (revision: ShelfRevision, json: Data)?
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ store: GovernorShelfStore, _ id: ShelfId) {
      self.store = store
      self.id = id
    }

    func count() async throws {
      if isBusy { await withCheckedContinuation { waiting.append($0) } }
      isBusy = true
      defer { if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() } }
      while try await !write() { known = nil }
    }

    private func write() async throws -> Bool {
      if known == nil, let object = try await store.read([id]).first ?? nil {
        known = (object.revision, object.contents)
      }
      guard let known else { return true }
      let json = try JSONEncoder().encode(try JSONDecoder().decode(Int.self, from: known.json) + 1)
      let outcome = try await store.write([
        ShelfWrite(id, expecting: .revision(known.revision), .put(.init(type: "User", json: json, keys: [])))
      ])
      guard case .written(let revisions) = outcome, let revision = revisions[0] else { return false }
      self.known = (revision, json)
      return true
    }
  }
}
