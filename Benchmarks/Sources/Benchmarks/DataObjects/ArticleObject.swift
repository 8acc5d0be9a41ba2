import CFloor
import DataObjects
import Foundation

/// What both kinds of articles have.
@MainActor
protocol ArticleObject: DataObject where UniqueID == Int64 {
  var title: String { get set }
  var summary: String { get set }
  var link: String { get set }
  var author: String { get set }
  var language: String { get set }
  var guid: String { get set }
  var feed: Int64 { get set }
  var words: Int64 { get set }
  var reads: Int64 { get set }
  var position: Int64 { get set }
  var isRead: Bool { get set }
  var isStarred: Bool { get set }
  var published: Date { get set }
  var modified: Date { get set }

  init(id: Int64)

  /// A model of this type alone.
  static var model: DataModel { get }
}

extension ArticleObject {
  init(_ row: cf_article) {
    self.init(id: row.id)
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
    isRead = row.is_read != 0
    isStarred = row.is_starred != 0
    published = Date(timeIntervalSinceReferenceDate: row.published)
    modified = Date(timeIntervalSinceReferenceDate: row.modified)
  }

  /// As `cf_sum_articles` mixes it.
  func mix(_ sum: UInt64) -> UInt64 {
    var sum = cf_mix(sum, UInt64(bitPattern: uniqueID))
    for text in [title, summary, link, author, language, guid] { text.mix(into: &sum) }
    for number in [feed, words, reads, position] { sum = cf_mix(sum, UInt64(bitPattern: number)) }
    for flag in [isRead, isStarred] { sum = cf_mix(sum, flag ? 1 : 0) }
    for date in [published, modified] { sum = cf_mix(sum, date.timeIntervalSinceReferenceDate.bitPattern) }
    return sum
  }
}
