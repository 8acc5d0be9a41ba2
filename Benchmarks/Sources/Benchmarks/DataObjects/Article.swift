import DataObjects
import Foundation
import ORDA

/// An article of 14 attributes, each of which tells of itself.
@MainActor
final class Article: ArticleObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var title = ""
  @Stored var summary = ""
  @Stored var link = ""
  @Stored var author = ""
  @Stored var language = ""
  @Stored var guid = ""
  @Stored var feed: Int64 = 0
  @Stored var words: Int64 = 0
  @Stored var reads: Int64 = 0
  @Stored var position: Int64 = 0
  @Stored var isRead = false
  @Stored var isStarred = false
  @Stored var published = Date(timeIntervalSinceReferenceDate: 0)
  @Stored var modified = Date(timeIntervalSinceReferenceDate: 0)

  init(id: Int64) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }

  static var model: DataModel {
    DataModel {
      Entity(Article.self, table: "article") {
        Attribute("title", \.title)
        Attribute("summary", \.summary)
        Attribute("link", \.link)
        Attribute("author", \.author)
        Attribute("language", \.language)
        Attribute("guid", \.guid)
        Attribute("feed", \.feed)
        Attribute("words", \.words)
        Attribute("reads", \.reads)
        Attribute("position", \.position)
        Attribute("isRead", \.isRead)
        Attribute("isStarred", \.isStarred)
        Attribute("published", \.published, as: .seconds)
        Attribute("modified", \.modified, as: .seconds)
      }
    }
  }
}
