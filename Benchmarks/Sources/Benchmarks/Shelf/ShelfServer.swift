import Foundation
import ORDA
import ORDAMariaDB
import SHELF

/// The tables of a shelf on a server, and what lies in them.
@MainActor
final class ShelfServerData {
  let data: ShelfData
  let server: MariaDBServer
  let store: GovernorShelfStore
  private let control: MariaDBFloor.Connection

  /// Makes the database anew, and the tables in it; the type has the number 1.
  init(_ data: ShelfData) throws {
    self.data = data
    server = try MariaDBServer()
    try MariaDB.register()
    try MariaDBFloor.Connection(server, isNew: true).execute("CREATE OR REPLACE DATABASE bench")
    control = try MariaDBFloor.Connection(server)
    store = GovernorShelfStore(governor: try ORDA.open(server.url))
    try data.makeType(in: store)
  }

  static let insert = """
    INSERT INTO shelf_objects (id, type, json, rev, refs, modified, expires) VALUES (?, 1, ?, ?, 0, 8e8, NULL)
    """
  nonisolated static let select = "SELECT rev, json FROM shelf_objects WHERE id = ?"
  nonisolated static let replace = "UPDATE shelf_objects SET json = ?, rev = ? WHERE id = ?"

  func clear() throws { try control.execute("DELETE FROM shelf_objects") }

  /// Fills the table with objects of the same contents.
  func fill() throws {
    try clear()
    let insert = try control.prepare(Self.insert)
    let encoder = JSONEncoder()
    try control.execute("START TRANSACTION")
    try insert.insert(try data.ids.indices.map { (data.uuids[$0], Int64($0), try encoder.encode(data.users[$0])) })
    try control.execute("COMMIT")
  }

  /// Fills the table with one object that is counted on.
  func fillWithCount() throws {
    try clear()
    try control.prepare(Self.insert).insert([(data.uuids[0], 1, Data("0".utf8))])
  }
}

/// The same on MariaDB.
@MainActor
enum ShelfServer {
  static func workloads(_ data: ShelfServerData) -> [Workload] {
    let count = data.data.count
    return [
      Workload(
        "MariaDB: saving objects, 1,000 at once", on: data, operations: count, target: 1.25, kind: .wall, placements: 8,
        floor: floorSave, ours: save, peers: ShelfSuite.noPeers()),
      Workload(
        "MariaDB: fetching objects by id, 1,000 at once", on: data, operations: count, target: 1.25, kind: .wall,
        placements: 8,
        floor: floorRead, ours: read, peers: ShelfSuite.noPeers()),
      Workload(
        "MariaDB: updates of one object by 8 tasks", on: data, operations: ShelfWrites.counts, target: 1.5, kind: .wall,
        placements: 8,
        floor: floorCount, ours: counting, peers: ShelfSuite.noPeers()),
    ]
  }

  private static func floorSave(_ server: ShelfServerData) throws -> Side {
    let data = server.data
    let connection = try MariaDBFloor.Connection(server.server)
    let insert = try connection.prepare(ShelfServerData.insert)
    return Side(
      before: { try server.clear() },
      run: {
        let encoder = JSONEncoder()
        for start in stride(from: 0, to: data.count, by: ShelfData.batch) {
          let rows = try (start..<min(start + ShelfData.batch, data.count)).map { index in
            (data.uuids[index], Int64(index), try encoder.encode(data.users[index]))
          }
          try connection.execute("START TRANSACTION")
          try insert.insert(rows)
          try connection.execute("COMMIT")
        }
      }, checksum: { _ in 1 })
  }

  private static func save(_ server: ShelfServerData) throws -> Side {
    Side(
      before: { try server.clear() }, run: { try await ShelfWrites.write(server.data, server.store) },
      checksum: { _ in 1 })
  }

  private static func floorRead(_ server: ShelfServerData) throws -> Side {
    let data = server.data
    let select = try MariaDBFloor.Connection(server.server).prepare(ShelfServerData.select)
    return Side(
      before: { try server.fill() },
      run: {
        let decoder = JSONDecoder()
        var sum = 0
        for id in data.uuids { sum += try decoder.decode(ShelfData.User.self, from: try select.object(id).json).age }
        return sum
      }, checksum: { UInt64($0) })
  }

  private static func read(_ server: ShelfServerData) throws -> Side {
    Side(
      before: { try server.fill() }, run: { try await ShelfReads.read(server.data, server.store) },
      checksum: { UInt64($0) })
  }

  private static func floorCount(_ server: ShelfServerData) throws -> Side {
    let (address, id) = (server.server, server.data.uuids[0])
    return Side(
      before: { try server.fillWithCount() },
      timed: {
        let round = try onThreads(
          (0..<ShelfWrites.tasks).map { _ in
            {
              let connection = try MariaDBFloor.Connection(address)
              let select = try connection.prepare("\(ShelfServerData.select) FOR UPDATE")
              let replace = try connection.prepare(ShelfServerData.replace)
              for _ in 0..<ShelfWrites.counts / ShelfWrites.tasks {
                try connection.execute("START TRANSACTION")
                let (revision, json) = try select.object(id)
                let number = try JSONDecoder().decode(Int.self, from: json)
                try replace.replace(id, revision + 1, try JSONEncoder().encode(number + 1))
                try connection.execute("COMMIT")
              }
              return 0
            }
          })
        return Side.Round(cost: round.cost, checksum: 1)
      })
  }

  private static func counting(_ server: ShelfServerData) throws -> Side {
    let (store, id) = (server.store, server.data.ids[0])
    return Side(
      before: { try server.fillWithCount() }, run: { try await ShelfWrites.count(id, in: store) }, checksum: { _ in 1 })
  }
}
