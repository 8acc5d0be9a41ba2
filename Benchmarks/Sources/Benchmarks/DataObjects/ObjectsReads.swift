import CFloor
import DataObjects
import GRDB

/// Objects that are fetched, and objects that are there.
@MainActor
enum ObjectsReads {
  nonisolated static let rounds = 10

  static func workloads(_ data: ObjectsData) -> [Workload] {
    [
      Workload(
        "fetching objects of 14 attributes", on: data, operations: data.count, target: 1.5, floor: floorFetch,
        ours: { try fetch(Article.self, $0) }, peers: ObjectsSuite.peers(fetchGRDB)),
      Workload(
        "the same by id, all cached", on: data, operations: data.count * rounds, target: 3, floor: floorCached,
        ours: { try cached(Article.self, $0) }, peers: ObjectsSuite.peers(cachedGRDB)),
    ]
  }

  static func watched(_ data: ObjectsData) -> [Workload] {
    [
      Workload(
        "watched: fetching", on: data, operations: data.count, target: .infinity, floor: floorFetch,
        ours: { try fetch(WatchedArticle.self, $0) }, peers: ObjectsSuite.peers(fetchGRDB)),
      Workload(
        "watched: the same by id, all cached", on: data, operations: data.count * rounds, target: .infinity,
        floor: floorCached, ours: { try cached(WatchedArticle.self, $0) }, peers: ObjectsSuite.peers(cachedGRDB)),
    ]
  }

  private static func floorFetch(_ data: ObjectsData) throws -> Side {
    let statement = try FloorConnection(data.shared(data.count)).prepare(ObjectsData.select)
    return Side(run: { try statement.articles() }, checksum: { $0.checksum })
  }

  private static func fetch<Object: ArticleObject>(_ type: Object.Type, _ data: ObjectsData) throws -> Side {
    let store = OpenedStore(try data.shared(data.count), Object.model)
    let checksum = FirstChecksum()
    return Side(
      run: { try await store.get().fetch(type) },
      checksum: { articles in checksum(articles.count) { articles.reduce(0) { $1.mix($0) } } })
  }

  private static func fetchGRDB(_ data: ObjectsData) throws -> Side {
    let pool = try GRDBPeer.pool(data.shared(data.count))
    return Side(
      run: { try pool.read { try ArticleRecord.fetchAll($0.cachedStatement(sql: ObjectsData.select)) } },
      checksum: { $0.reduce(0) { $1.mix($0) } })
  }

  // MARK: Cached

  private static func floorCached(_ data: ObjectsData) throws -> Side {
    let objects = Dictionary(uniqueKeysWithValues: data.articles.map { ($0.id, Article($0)) })
    let ids = data.ids
    return Side(
      run: {
        var found: [Article] = []
        for _ in 0..<rounds {
          found = []
          found.reserveCapacity(ids.count)
          for id in ids { if let object = objects[id] { found.append(object) } }
        }
        return found
      }, checksum: { UInt64($0.count) })
  }

  private static func cached<Object: ArticleObject>(_ type: Object.Type, _ data: ObjectsData) throws -> Side {
    let store = OpenedStore(try data.shared(data.count), Object.model)
    let ids = data.ids
    var held: [Object] = []
    return Side(
      run: {
        let store = try await store.get()
        if held.isEmpty { held = try await store.fetch(type) }
        var found: [Object] = []
        for _ in 0..<rounds { found = try await store.objects(type, ids) }
        return found
      }, checksum: { UInt64($0.count) })
  }

  private static func cachedGRDB(_ data: ObjectsData) throws -> Side {
    let pool = try GRDBPeer.pool(data.shared(data.count))
    let ids = data.ids
    return Side(
      run: {
        var found: [ArticleRecord] = []
        for _ in 0..<rounds { found = try pool.read { try ArticleRecord.fetchAll($0, keys: ids) } }
        return found
      }, checksum: { UInt64($0.count) })
  }
}
