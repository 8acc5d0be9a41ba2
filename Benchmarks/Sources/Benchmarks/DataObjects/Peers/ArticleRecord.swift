import CFloor
import GRDB

/// An article as a record of GRDB's: its columns are read by their places, which its guides advise where speed counts.
struct ArticleRecord: FetchableRecord, PersistableRecord {
  static let databaseTableName = "article"

  var uniqueID: Int64
  var title: String
  var summary: String
  var link: String
  var author: String
  var language: String
  var guid: String
  var feed: Int64
  var words: Int64
  var reads: Int64
  var position: Int64
  var isRead: Bool
  var isStarred: Bool
  var published: Double
  var modified: Double

  init(row: Row) {
    uniqueID = row[0]
    title = row[1]
    summary = row[2]
    link = row[3]
    author = row[4]
    language = row[5]
    guid = row[6]
    feed = row[7]
    words = row[8]
    reads = row[9]
    position = row[10]
    isRead = row[11]
    isStarred = row[12]
    published = row[13]
    modified = row[14]
  }

  init(_ row: cf_article) {
    uniqueID = row.id
    title = String(row.title)
    summary = String(row.summary)
    link = String(row.link)
    author = String(row.author)
    language = String(row.language)
    guid = String(row.guid)
    feed = row.feed
    words = row.words
    reads = row.reads
    position = row.position
    published = row.published
    modified = row.modified
    isRead = row.is_read != 0
    isStarred = row.is_starred != 0
  }

  func encode(to container: inout PersistenceContainer) {
    container["uniqueID"] = uniqueID
    container["title"] = title
    container["summary"] = summary
    container["link"] = link
    container["author"] = author
    container["language"] = language
    container["guid"] = guid
    container["feed"] = feed
    container["words"] = words
    container["reads"] = reads
    container["position"] = position
    container["isRead"] = isRead
    container["isStarred"] = isStarred
    container["published"] = published
    container["modified"] = modified
  }

  func mix(_ sum: UInt64) -> UInt64 {
    var sum = cf_mix(sum, UInt64(bitPattern: uniqueID))
    for text in [title, summary, link, author, language, guid] { text.mix(into: &sum) }
    for number in [feed, words, reads, position] { sum = cf_mix(sum, UInt64(bitPattern: number)) }
    for flag in [isRead, isStarred] { sum = cf_mix(sum, flag ? 1 : 0) }
    for date in [published, modified] { sum = cf_mix(sum, date.bitPattern) }
    return sum
  }
}
