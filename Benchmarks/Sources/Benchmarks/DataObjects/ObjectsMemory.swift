import CFloor
import DataObjects
import Foundation
import ORDA

/// What a live object takes beyond its own properties: what binds it to its store, and what the store has to find it.
@MainActor
enum ObjectsMemory {
  static func workloads(_ data: ObjectsData) -> [Workload] {
    [
      Workload(
        "memory of a live object beyond its own", on: data, operations: 1, target: 150, kind: .bytesEach, floor: plain,
        ours: { try live(Article.self, $0) }, peers: ObjectsSuite.peers(nil))
    ]
  }

  static func watched(_ data: ObjectsData) -> [Workload] {
    [
      Workload(
        "watched: memory of a live object beyond its own", on: data, operations: 1, target: .infinity, kind: .bytesEach,
        floor: plain, ours: { try live(WatchedArticle.self, $0) }, peers: ObjectsSuite.peers(nil))
    ]
  }

  /// An object of the same properties that is bound to nothing.
  private final class PlainArticle {
    var uniqueID: Int64 = 0
    var title = ""
    var summary = ""
    var link = ""
    var author = ""
    var language = ""
    var guid = ""
    var feed: Int64 = 0
    var words: Int64 = 0
    var reads: Int64 = 0
    var position: Int64 = 0
    var isRead = false
    var isStarred = false
    var published = Date(timeIntervalSinceReferenceDate: 0)
    var modified = Date(timeIntervalSinceReferenceDate: 0)

    init(_ row: cf_article) {
      uniqueID = row.id
      (title, summary, link) = (String(row.title), String(row.summary), String(row.link))
      (author, language, guid) = (String(row.author), String(row.language), String(row.guid))
    }
  }

  private static func plainBytes(_ data: ObjectsData) throws -> Double {
    let rows = FloorArticles(cf_make_articles(data.many))
    let before = cf_allocated()
    let objects = rows.map { PlainArticle($0) }
    let bytes = cf_allocated() - before
    guard bytes > 0 else { throw LiveFailure(description: "this system does not tell how much memory is allocated") }
    return Double(bytes) / Double(objects.count)
  }

  private static func plain(_ data: ObjectsData) throws -> Side {
    Side(timed: { Side.Round(cost: Cost(figure: try plainBytes(data)), checksum: 1) })
  }

  private static func live<Object: ArticleObject>(_ type: Object.Type, _ data: ObjectsData) throws -> Side {
    let path = try data.shared(data.many)
    return Side(timed: {
      let own = try plainBytes(data)
      let store = try await Object.model.open(path)
      // What the connection keeps of the file is no part of the objects.
      try await store.perform { _ = try $0.query("SELECT SUM(LENGTH(summary)) FROM article") }
      let before = cf_allocated()
      let objects = try await store.fetch(type)
      let bytes = Double(cf_allocated() - before) / Double(objects.count)
      try await store.close()
      return Side.Round(cost: Cost(figure: bytes - own), checksum: 1)
    })
  }
}
