import DataObjects
import ORDA

/// What has been read.
extension Reader {
  /// How many articles nobody has read.
  func unreadCount() async throws -> Int { try await store.count(Article.self, where: "isRead = \(false)") }

  /// Marks all articles read: one statement, however many there are, and those on the screen change as well.
  func markAllRead() async throws {
    try await store.update(Article.self, set: .set(\.isRead, true), where: "isRead = \(false)")
  }
}

/// Marks articles read that were read on another device: SQL on any thread, which knows nothing of the objects. They and the
/// lists follow the database.
func takeOver(read ids: [String], in governor: any Governor) async throws {
  try await governor.execute("UPDATE articles SET isRead = \(true) WHERE uniqueID IN \(list: ids)")
}
