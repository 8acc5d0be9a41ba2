import DataObjects
import Foundation

/// What is left of an article that the user has deleted, so that it does not come back: a feed has its articles for weeks.
@MainActor
final class Tombstone: DataObject {
  let record = DataRecord()
  /// The article's.
  let uniqueID: String
  @Stored var feedID = ""
  /// When the article was deleted: what a sync asks for, to tell the other devices.
  @Stored var deleted = Date()
  /// When the feed was last seen to have the article. Once that is long ago, nothing can bring it back.
  @Stored var seen = Date()

  init(of article: Article) {
    uniqueID = article.uniqueID
    feedID = article.feedID
  }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
