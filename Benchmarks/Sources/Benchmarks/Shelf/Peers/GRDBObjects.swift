import Foundation
import GRDB

/// GRDB with the JSON in a column, as its guides store what has no columns of its own.
@MainActor
enum GRDBObjects {
  private struct Row: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "user"
    static let databaseUUIDEncodingStrategy = DatabaseUUIDEncodingStrategy.deferredToUUID

    var id: UUID
    var contents: ShelfData.User
  }

  private static func made(_ data: ShelfData, _ name: String) throws -> DatabasePool {
    let pool = try GRDBPeer.pool(data.freshPath(name))
    try pool.write { try $0.execute(sql: "CREATE TABLE user (id BLOB NOT NULL PRIMARY KEY, contents TEXT NOT NULL)") }
    return pool
  }

  private static func rows(_ data: ShelfData) -> [Row] {
    data.ids.indices.map { Row(id: data.uuids[$0], contents: data.users[$0]) }
  }

  static func save(_ data: ShelfData) throws -> Side {
    let pool = try made(data, "grdb")
    let rows = rows(data)
    return Side(
      before: {
        try pool.writeWithoutTransaction {
          try $0.execute(sql: "DELETE FROM user; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
      },
      run: { try save(rows, pool) }, checksum: { _ in try checksum(pool) })
  }

  static func saveAgain(_ data: ShelfData) throws -> Side {
    let pool = try made(data, "grdb-again")
    let rows = rows(data)
    try save(rows, pool)
    return Side(run: { try save(rows, pool) }, checksum: { _ in try checksum(pool) })
  }

  private static func save(_ rows: [Row], _ pool: DatabasePool) throws {
    for part in stride(from: 0, to: rows.count, by: ShelfData.batch) {
      try pool.write { database in
        for row in rows[part..<min(part + ShelfData.batch, rows.count)] { try row.upsert(database) }
      }
    }
  }

  /// The same figures as ``ShelfData/checksum(_:)``; GRDB writes the members in the same order.
  private static func checksum(_ pool: DatabasePool) throws -> UInt64 {
    UInt64(
      try pool.read {
        try Int64.fetchOne($0, sql: "SELECT COALESCE(SUM(LENGTH(contents)), 0) + COUNT(*) FROM user")
      } ?? 0)
  }

  static func read(_ data: ShelfData) throws -> Side {
    let pool = try made(data, "grdb-read")
    try save(rows(data), pool)
    let ids = data.uuids
    return Side(
      run: {
        var sum = 0
        for part in stride(from: 0, to: ids.count, by: ShelfData.batch) {
          sum += try pool.read { database in
            try Row.fetchAll(database, keys: ids[part..<min(part + ShelfData.batch, ids.count)])
              .reduce(0) { $0 + $1.contents.age }
          }
        }
        return sum
      }, checksum: { UInt64($0) })
  }
}
