import DataObjects
import Foundation
import ORDA

/// Articles that go.
extension Reader {
  /// Deletes articles because the user says so. Each leaves a tombstone, which is inserted in the same turn: both are written,
  /// or neither, and there is no moment at which an article is gone and could come back.
  func delete(_ articles: [Article]) {
    for article in articles { store.insert(Tombstone(of: article)) }
    store.delete(articles)
  }

  /// Deletes the articles that are older than a date: by one statement, and one for their tags, without fetching any. They
  /// leave no tombstones: ``oldest`` keeps all of them away.
  ///
  /// - Returns: How many went.
  func cleanUp(before date: Date) async throws -> Int {
    oldest = max(oldest, date)
    let old = try await store.perform { db in
      try db.query(
        String.self, "SELECT uniqueID FROM articles WHERE published < \(date.timeIntervalSinceReferenceDate)")
    }
    store.delete(Article.self, ids: old)
    return old.count
  }

  /// Removes the tombstones of articles that no feed has had since a date; without this they would only ever become more.
  ///
  /// - Returns: How many went.
  func pruneTombstones(unseenSince date: Date) async throws -> Int {
    let old = try await store.perform { db in
      try db.query(String.self, "SELECT uniqueID FROM tombstones WHERE seen < \(date.timeIntervalSinceReferenceDate)")
    }
    store.delete(Tombstone.self, ids: old)
    return old.count
  }

  /// What a sync tells the other devices: the keys of the articles that the user has deleted since a date.
  func deletions(since date: Date) async throws -> [String] {
    try await store.fetch(
      Tombstone.self, where: "deleted >= \(date.timeIntervalSinceReferenceDate)", orderBy: "uniqueID"
    ).map(\.uniqueID)
  }
}
