import DataObjects
import Foundation
import ORDA
import Observation

/// The same as an `@Observable` type, which is watched.
@MainActor @Observable
final class WatchedArticle: ArticleObject {
  let record = DataRecord()
  let uniqueID: Int64
  var title = ""
  var summary = ""
  var link = ""
  var author = ""
  var language = ""
  var guid = ""
  var feed: Int64 = 0
  var words: Int64 = 0
  var reads: Int64 = 0
  var position: Int64 = 0
  var isRead = false
  var isStarred = false
  var published = Date(timeIntervalSinceReferenceDate: 0)
  var modified = Date(timeIntervalSinceReferenceDate: 0)

  init(id: Int64) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }

  static var model: DataModel {
    DataModel {
      Entity(WatchedArticle.self, table: "article") {
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
