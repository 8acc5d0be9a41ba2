import DataObjects
import Foundation
import ORDA

/// What is on the screen.
extension Reader {
  /// The articles that nobody has read, feed by feed, the newest first: a list that follows whoever reads or adds one.
  func unread() async throws -> DataList<Article> {
    try await store.list(
      Article.self, where: "isRead = \(false)", orderBy: "feedID, published DESC", sectionBy: "feedID")
  }

  /// The name of a section of that list.
  func title(of section: DataListSection<Article>) -> String {
    // All feeds are kept in memory, so no database is asked.
    guard let id = try? String(value: section.value) else { return "" }
    return store.cached(Feed.self, id)?.title ?? id
  }

  /// The newest articles.
  func newest(_ count: Int) async throws -> [Article] {
    try await store.fetch(Article.self, orderBy: "published DESC", limit: count)
  }

  /// The articles in which every word occurs, whatever its capitals and accents.
  func search(_ words: String) async throws -> [Article] {
    try await store.search(Article.self, for: words, in: "title", "text")
  }
}
