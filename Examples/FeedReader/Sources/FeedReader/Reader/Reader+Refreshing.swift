import DataObjects
import Foundation
import ORDA

/// New articles.
extension Reader {
  /// Takes in the articles that are not here yet, but for those that the user has deleted and those that are too old.
  ///
  /// - Returns: How many came.
  func refresh(_ feeds: [FeedContents]) async throws -> Int {
    var count = 0
    for contents in feeds {
      let feed = try await store.object(Feed.self, id: contents.address) { Feed(address: contents.address) }
      if feed.title != contents.title { feed.title = contents.title }
      // The keys alone: no object is made of an article that nobody looks at. A deletion writes its tombstone together with
      // the article's end, and the articles are read first: none that is deleted meanwhile is missing in both.
      let (known, deleted) = try await store.perform { [id = feed.uniqueID] db in
        (
          Set(try db.query(String.self, "SELECT uniqueID FROM articles WHERE feedID = \(id)")),
          Set(try db.query(String.self, "SELECT uniqueID FROM tombstones WHERE feedID = \(id)"))
        )
      }
      for item in contents.items
      where item.published >= oldest && !known.contains(item.id) && !deleted.contains(item.id) {
        store.insert(Article(item, of: feed))
        count += 1
      }
      // The feed still has these, so their tombstones are still needed.
      let seen = contents.items.map(\.id).filter(deleted.contains)
      try store.update(Tombstone.self, set: .set(\.seen, Date()), ids: seen)
    }
    return count
  }
}
