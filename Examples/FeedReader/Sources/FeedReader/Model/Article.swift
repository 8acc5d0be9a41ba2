import DataObjects
import Foundation

/// An article of a feed.
@MainActor
final class Article: DataObject {
  let record = DataRecord()
  /// What its feed calls it: the same on all devices.
  let uniqueID: String
  @Stored var feedID = ""
  @Stored var title = ""
  @Stored var text = ""
  @Stored var published = Date.distantPast
  @Stored var isRead = false
  @Stored var tags: [Tag] = []

  /// A new one, which nobody has read.
  init(_ item: FeedItem, of feed: Feed) {
    uniqueID = item.id
    feedID = feed.uniqueID
    title = item.title
    text = item.text
    published = item.published
  }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
