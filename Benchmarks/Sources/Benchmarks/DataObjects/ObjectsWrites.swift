import CFloor
import DataObjects
import GRDB

/// Objects that are saved, all of a turn in one transaction.
@MainActor
enum ObjectsWrites {
  static func workloads(_ data: ObjectsData) -> [Workload] {
    [
      Workload(
        "saving new objects", on: data, operations: data.count, target: 1.3, floor: floorSave,
        ours: { try save(Article.self, $0) }, peers: ObjectsSuite.peers(insertGRDB, each: saveGRDB)),
      Workload(
        "changing one column of each", on: data, operations: data.count, target: 1.3, floor: floorChange,
        ours: { try change(Article.self, $0) }, peers: ObjectsSuite.peers(updateGRDB, each: saveAgainGRDB)),
    ]
  }

  static func watched(_ data: ObjectsData) -> [Workload] {
    [
      Workload(
        "watched: saving new objects", on: data, operations: data.count, target: .infinity, floor: floorSave,
        ours: { try save(WatchedArticle.self, $0) }, peers: ObjectsSuite.peers(insertGRDB, each: saveGRDB)),
      Workload(
        "watched: changing one column of each", on: data, operations: data.count, target: .infinity, floor: floorChange,
        ours: { try change(WatchedArticle.self, $0) }, peers: ObjectsSuite.peers(updateGRDB, each: saveAgainGRDB)),
    ]
  }

  // MARK: New ones, each round into a file of its own

  private static func floorSave(_ data: ObjectsData) throws -> Side {
    Side(timed: {
      let path = try data.empty()
      let connection = try FloorConnection(path)
      let upsert = try connection.prepare(ObjectsData.upsert)
      let start = Cost.now()
      try connection.execute("BEGIN IMMEDIATE")
      try upsert.insert(data.articles)
      try connection.execute("COMMIT")
      return Side.Round(cost: Cost.now() - start, checksum: try data.checksum(path))
    })
  }

  /// The objects are made before: what is measured is to take them in, and to write them.
  private static func save<Object: ArticleObject>(_ type: Object.Type, _ data: ObjectsData) throws -> Side {
    Side(timed: {
      let path = try data.empty()
      let store = try await Object.model.open(path)
      let articles = data.articles.map { Object($0) }
      let start = Cost.now()
      for article in articles { store.insert(article) }
      await store.flush()
      let cost = Cost.now() - start
      try await store.close()
      return Side.Round(cost: cost, checksum: try data.checksum(path))
    })
  }

  private static func insertGRDB(_ data: ObjectsData) throws -> Side {
    try newGRDB(data) { try $0.insert($1) }
  }

  private static func saveGRDB(_ data: ObjectsData) throws -> Side {
    try newGRDB(data) { try $0.save($1) }
  }

  private static func newGRDB(
    _ data: ObjectsData, _ save: @escaping @Sendable (ArticleRecord, Database) throws -> Void
  ) throws -> Side {
    let records = data.articles.map { ArticleRecord($0) }
    return Side(timed: {
      let path = try data.empty()
      let pool = try GRDBPeer.pool(path)
      let start = Cost.now()
      try pool.write { database in for record in records { try save(record, database) } }
      let cost = Cost.now() - start
      try pool.close()
      return Side.Round(cost: cost, checksum: try data.checksum(path))
    })
  }

  // MARK: One column of those that are there; the number goes up by one from round to round

  private static func floorChange(_ data: ObjectsData) throws -> Side {
    let path = try data.full()
    let connection = try FloorConnection(path)
    let update = try connection.prepare(ObjectsData.change)
    let ids = data.ids
    var number: Int64 = 0
    return Side(
      before: { number += 1 },
      run: {
        try connection.execute("BEGIN IMMEDIATE")
        try update.write(number, ids)
        try connection.execute("COMMIT")
      }, checksum: { try data.checksum(path) &- UInt64(ids.count) * UInt64(number) })
  }

  private static func change<Object: ArticleObject>(_ type: Object.Type, _ data: ObjectsData) throws -> Side {
    let path = try data.full()
    let store = OpenedStore(path, Object.model)
    var articles: [Object] = []
    var number: Int64 = 0
    return Side(
      before: { number += 1 },
      run: {
        let store = try await store.get()
        if articles.isEmpty { articles = try await store.fetch(type) }
        for article in articles { article.reads = number }
        await store.flush()
      }, checksum: { try data.checksum(path) &- UInt64(articles.count) * UInt64(number) })
  }

  private static func updateGRDB(_ data: ObjectsData) throws -> Side {
    try changeGRDB(data) { try $0.update($1, columns: ["reads"]) }
  }

  private static func saveAgainGRDB(_ data: ObjectsData) throws -> Side {
    try changeGRDB(data) { try $0.save($1) }
  }

  private static func changeGRDB(
    _ data: ObjectsData, _ save: @escaping @Sendable (ArticleRecord, Database) throws -> Void
  ) throws -> Side {
    let path = try data.full()
    let pool = try GRDBPeer.pool(path)
    var records = data.articles.map { ArticleRecord($0) }
    var number: Int64 = 0
    return Side(
      before: { number += 1 },
      run: {
        for place in records.indices { records[place].reads = number }
        try pool.write { [records] database in for record in records { try save(record, database) } }
      }, checksum: { try data.checksum(path) &- UInt64(records.count) * UInt64(number) })
  }
}
