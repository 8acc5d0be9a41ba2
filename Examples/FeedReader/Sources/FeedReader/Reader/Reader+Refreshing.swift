import DataObjects
import ORDA

/// New articles.
extension Reader {
  /// Takes in the articles that are not here yet, but for those that the user has deleted.
  ///
  /// - Returns: How many came.
  func refresh(_ feeds: [FeedContents]) async throws -> Int {
    let deleted = Set(try await store.fetchDetached(Tombstone.self).map(\.uniqueID))
    var count = 0
    for contents in feeds {
      let feed = try await store.object(Feed.self, id: contents.address) { Feed(address: contents.address) }
      if feed.title != contents.title { feed.title = contents.title }
      // The keys alone: no object is made of an article that nobody looks at.
      let known = Set(
        try await store.perform { [id = feed.uniqueID] db in
          try db.query(String.self, "SELECT uniqueID FROM articles WHERE feedID = \(id)")
        })
      for item in contents.items where !known.contains(item.id) && !deleted.contains(item.id) {
        store.insert(Article(item, of: feed))
        count += 1
      }
    }
    return count
  }
}
