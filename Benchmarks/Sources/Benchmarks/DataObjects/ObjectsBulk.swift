import CFloor
import DataObjects
import GRDB
import ORDA
import Observation

/// Marking all as read by one statement, while a thousand of them are shown.
@MainActor
enum ObjectsBulk {
  nonisolated static let shown = 1_000

  static func workloads(_ data: ObjectsData) -> [Workload] {
    [
      Workload(
        "marking all read, 1,000 cached and observed", on: data, operations: data.count, target: 1.2,
        floor: { try .fastest(of: [floorLiterals($0), floorTable($0)], by: .processor) }, ours: mark,
        peers: ObjectsSuite.peers(markGRDB))
    ]
  }

  /// The bare statement, with the keys in its text.
  private static func floorLiterals(_ data: ObjectsData) throws -> Side {
    let connection = try FloorConnection(data.full())
    let ids = data.ids
    var isRead = false
    return Side(
      before: { isRead.toggle() },
      run: {
        let start = "UPDATE article SET isRead = \(isRead ? 1 : 0) WHERE uniqueID IN ("
        try connection.execute(SQLText.listing(ids, behind: start, ",", ")"))
      }, checksum: { UInt64(ids.count) - (try marked(connection, isRead)) })
  }

  /// The same, with the keys in a table.
  private static func floorTable(_ data: ObjectsData) throws -> Side {
    let connection = try FloorConnection(data.full())
    try connection.execute("CREATE TEMPORARY TABLE wanted (id INTEGER PRIMARY KEY)")
    let insert = try connection.prepare("INSERT INTO wanted VALUES (?)")
    let ids = data.ids
    var isRead = false
    return Side(
      before: { isRead.toggle() },
      run: {
        try connection.execute("BEGIN IMMEDIATE; DELETE FROM wanted")
        try insert.insert(ids)
        try connection.execute(
          "UPDATE article SET isRead = \(isRead ? 1 : 0) WHERE uniqueID IN (SELECT id FROM wanted); COMMIT")
      }, checksum: { UInt64(ids.count) - (try marked(connection, isRead)) })
  }

  /// How many rows are marked as they should be.
  private static func marked(_ connection: FloorConnection, _ isRead: Bool) throws -> UInt64 {
    UInt64(try connection.number("SELECT COUNT(*) FROM article WHERE isRead = \(isRead ? 1 : 0)"))
  }

  private static func mark(_ data: ObjectsData) throws -> Side {
    let path = try data.full()
    let store = OpenedStore(path, Article.model)
    let connection = try FloorConnection(path)
    let ids = data.ids
    let calls = Calls()
    var articles: [Article] = []
    var isRead = false
    return Side(timed: {
      let store = try await store.get()
      if articles.isEmpty { articles = try await store.fetch(Article.self, orderBy: "uniqueID", limit: shown) }
      calls.count = 0
      for article in articles {
        withObservationTracking {
          _ = article.isRead
        } onChange: {
          MainActor.assumeIsolated { calls.count += 1 }
        }
      }
      isRead.toggle()
      let start = Cost.now()
      try store.update(Article.self, set: .set(\.isRead, isRead), ids: ids)
      await store.flush()
      let cost = Cost.now() - start
      guard calls.count == articles.count, articles.allSatisfy({ $0.isRead == isRead }) else {
        throw LiveFailure(description: "\(calls.count) of \(articles.count) observers were called")
      }
      return Side.Round(cost: cost, checksum: UInt64(ids.count) - (try marked(connection, isRead)))
    })
  }

  @MainActor
  private final class Calls {
    var count = 0
  }

  /// What is shown is fetched anew.
  private static func markGRDB(_ data: ObjectsData) throws -> Side {
    let path = try data.full()
    let pool = try GRDBPeer.pool(path)
    let connection = try FloorConnection(path)
    let ids = data.ids
    let first = Array(ids.prefix(shown))
    var isRead = false
    return Side(
      before: { isRead.toggle() },
      run: {
        try pool.write { [isRead] database in
          _ = try ArticleRecord.filter(keys: ids).updateAll(database, Column("isRead").set(to: isRead))
        }
        return try pool.read { try ArticleRecord.fetchAll($0, keys: first) }
      },
      checksum: { _ in UInt64(ids.count) - (try marked(connection, isRead)) })
  }
}
