import CFloor
import Foundation
import ODB
import ORDA

/// Values that are written, many at once and one at a time; and what is deleted.
@MainActor
enum ODBWrites {
  static let single = 200
  /// As many as settings are. The time that UserDefaults take goes up with the square of it.
  static let few = 1_000

  static func workloads(_ data: ODBData) -> [Workload] {
    [
      Workload(
        "values in one perform", on: data, operations: data.count, target: 1.4, floor: { try floorMany($0, $0.count) },
        ours: { try many($0, $0.count) },
        peers: ODBSuite.peers(
          lmdb: { try lmdbMany($0, $0.count) }, json: { try jsonMany($0, $0.count) },
          pathTable: { try pathTableMany($0, $0.count) })),
      Workload(
        "1,000 values in one perform", on: data, operations: few, target: 1.4, floor: { try floorMany($0, few) },
        ours: { try many($0, few) },
        peers: ODBSuite.peers(
          lmdb: { try lmdbMany($0, few) }, json: { try jsonMany($0, few) }, userDefaults: userDefaultsFew,
          pathTable: { try pathTableMany($0, few) })),
      Workload(
        "a value in a perform of its own", on: data, operations: single, target: 1.5, kind: .wall, floor: floorEach,
        ours: each,
        peers: ODBSuite.peers(
          lmdb: lmdbEach, json: jsonEach, userDefaults: userDefaultsEach, pathTable: pathTableEach)),
      Workload(
        "deleting a table", on: data, operations: data.count, target: 2, floor: floorDelete, ours: delete,
        peers: ODBSuite.peers()),
    ]
  }

  /// The table that values go into is emptied before each round.
  private static func clear(_ path: String) throws {
    try FloorConnection(path).execute(
      "PRAGMA foreign_keys = OFF; DELETE FROM odb_nodes WHERE id > 4; VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
  }

  private static func floorMany(_ data: ODBData, _ count: Int) throws -> Side {
    let (odb, path) = try data.emptyODB("floor")
    odb.close()
    let connection = try FloorConnection(path)
    let insert = try connection.prepare(ODBData.insert)
    return Side(
      before: { try clear(path) },
      run: {
        try connection.execute("BEGIN IMMEDIATE")
        try insert.insert(cf_nodes(rows: data.nodes.rows, count: count), into: 4, from: 5)
        try connection.execute("COMMIT")
      }, checksum: { try ODBData.checksum(path) })
  }

  private static func many(_ data: ODBData, _ count: Int) throws -> Side {
    let (odb, path) = try data.emptyODB("orda")
    let table = ODBData.table(odb)
    let values = Array(zip(data.names, data.values).prefix(count))
    return Side(
      before: {
        try clear(path)
        try odb.performThrowing(.fresh) { _ = try table.requireCreateTable() }
        try FloorConnection(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
      },
      run: {
        try odb.performThrowing {
          guard let table = table.table else { return }
          for (name, value) in values { table.set(value, name: name) }
        }
      },
      checksum: {
        let count = UInt64(
          try FloorConnection(path).number("SELECT SUM(size) + COUNT(*) FROM odb_nodes WHERE kind > 0"))
        return count
      })
  }

  // MARK: One at a time

  private static func floorEach(_ data: ODBData) throws -> Side {
    let (odb, path) = try data.emptyODB("floor-each")
    odb.close()
    let connection = try FloorConnection(path)
    try connection.execute("PRAGMA synchronous = FULL")
    let version = try connection.prepare("SELECT version FROM odb_state WHERE id = 1")
    let set = try connection.prepare("UPDATE odb_state SET version = version + 1 WHERE id = ?")
    let insert = try connection.prepare(ODBData.insert)
    return Side(
      before: { try clear(path) },
      run: {
        for index in 0..<single {
          try connection.execute("BEGIN IMMEDIATE")
          _ = try version.number()
          try insert.insert(cf_nodes(rows: data.nodes.rows + index, count: 1), into: 4, from: Int64(5 + index))
          try set.play(1)
          try connection.execute("COMMIT")
        }
      }, checksum: { try ODBData.checksum(path) })
  }

  private static func each(_ data: ODBData) throws -> Side {
    let path = data.freshPath("each")
    let odb = try ODB(governor: try ORDA.open("sqlite:\(path)?synchronous=full&pragma.cache_size=-65536"))
    let table = ODBData.table(odb)
    return Side(
      before: { try odb.performThrowing { _ = try table.requireEnsureTable().empty() } },
      run: {
        for index in 0..<single {
          try odb.performThrowing { try (table + data.names[index]).requireSetValue(ODBValue(data.values[index])) }
        }
      },
      checksum: {
        UInt64(try FloorConnection(path).number("SELECT SUM(size) + COUNT(*) FROM odb_nodes WHERE kind > 0"))
      })
  }

  // MARK: Deleting

  private static func fill(_ path: String, _ data: ODBData) throws {
    let connection = try FloorConnection(path)
    try connection.execute("BEGIN")
    try connection.prepare(ODBData.insert).insert(data.nodes, into: 4, from: 5)
    try connection.execute(
      "UPDATE odb_state SET version = version + 1, next_id = \(data.count + 5); COMMIT; PRAGMA wal_checkpoint(TRUNCATE);"
    )
  }

  private static func floorDelete(_ data: ODBData) throws -> Side {
    let (odb, path) = try data.emptyODB("floor-delete")
    odb.close()
    let connection = try FloorConnection(path)
    let select = try connection.prepare(
      """
      WITH RECURSIVE below (id) AS (SELECT 4 UNION ALL SELECT child.id FROM below JOIN odb_nodes AS child \
      ON child.parent = below.id) SELECT id FROM below WHERE id > 4
      """)
    return Side(
      before: {
        try clear(path)
        try fill(path, data)
      },
      run: {
        try connection.execute("BEGIN IMMEDIATE")
        let keys = try select.keys().map { String($0) }.joined(separator: ",")
        try connection.execute("DELETE FROM odb_nodes WHERE id IN (\(keys)); COMMIT")
      }, checksum: { UInt64(try FloorConnection(path).number("SELECT COUNT(*) FROM odb_nodes WHERE kind > 0")) })
  }

  private static func delete(_ data: ODBData) throws -> Side {
    let (odb, path) = try data.emptyODB("delete")
    let table = ODBData.table(odb)
    return Side(
      before: {
        try clear(path)
        let connection = try FloorConnection(path)
        try connection.execute(
          "INSERT OR IGNORE INTO odb_nodes (id, parent, name, name_key, kind, size) VALUES (4, 3, 'c', x'63', 0, 0)")
        try fill(path, data)
        odb.perform(.fresh) { _ = table.table }
      },
      run: { try odb.performThrowing { try table.requireDelete() } },
      checksum: { UInt64(try FloorConnection(path).number("SELECT COUNT(*) FROM odb_nodes WHERE kind > 0")) })
  }
}
