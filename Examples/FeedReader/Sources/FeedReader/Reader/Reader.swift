import DataObjects
import Foundation
import ORDA

/// The feeds that somebody reads, and their articles.
@MainActor
final class Reader {
  let store: DataStore

  /// Opens the database, and makes its tables the first time.
  init(url: String) async throws {
    store = try await DataStore(url: url, model: model, createsTables: true)
    // What can't be written is told here, and nowhere else: saving never waits, and never throws.
    Task { [errors = store.errors] in
      for await failure in errors {
        let what = "\(failure.entity ?? "something"): \(failure.columns) not saved: \(failure.error)\n"
        FileHandle.standardError.write(Data(what.utf8))
      }
    }
  }

  /// Writes what waits to be written, and closes the database.
  func close() async throws { try await store.close() }

  /// How many articles nobody has read.
  func unreadCount() async throws -> Int { try await store.count(Article.self, where: "isRead = \(false)") }

  /// The newest articles.
  func newest(_ count: Int) async throws -> [Article] {
    try await store.fetch(Article.self, orderBy: "published DESC", limit: count)
  }

  /// Marks all articles read: one statement, however many there are, and those on the screen change as well.
  func markAllRead() async throws {
    try await store.update(Article.self, set: .set(\.isRead, true), where: "isRead = \(false)")
  }

  /// The articles in which every word occurs, whatever its capitals and accents.
  func search(_ words: String) async throws -> [Article] {
    try await store.search(Article.self, for: words, in: "title", "text")
  }
}
