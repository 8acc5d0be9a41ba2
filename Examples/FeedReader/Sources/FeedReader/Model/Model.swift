import DataObjects
import ORDA

/// Which tables and columns the objects are. The compiler checks the properties; the database is compared when it is opened.
@MainActor let model = DataModel {
  Entity(Feed.self, table: "feeds", cache: .permanent, fetchesAtStartup: true) {
    Attribute("title", \.title)
  }
  Entity(Article.self, table: "articles") {
    Attribute("feedID", \.feedID)
    Attribute("title", \.title)
    Attribute("text", \.text)
    Attribute("published", \.published, as: .seconds)
    Attribute("isRead", \.isRead)
    Related("tags", \.tags, through: "articlesTags", parent: "articleID", child: "tagID")
  }
  Entity(Tag.self, table: "tags", cache: .permanent, fetchesAtStartup: true) {
    Attribute("name", \.name)
  }
  Entity(Tombstone.self, table: "tombstones") {
    Attribute("feedID", \.feedID)
    Attribute("deleted", \.deleted, as: .seconds)
    Attribute("seen", \.seen, as: .seconds)
  }
}
