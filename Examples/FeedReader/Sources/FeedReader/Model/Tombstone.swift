import DataObjects
import Foundation

/// What is left of an article that the user has deleted.
///
/// Syncing sends it, so that the article goes on all devices, and the next refresh leaves the article out. What is merely
/// old leaves none: it goes on each device in its own time.
@MainActor
final class Tombstone: DataObject {
  let record = DataRecord()
  /// The article's.
  let uniqueID: String
  @Stored var date = Date()

  init(of article: Article) { uniqueID = article.uniqueID }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
