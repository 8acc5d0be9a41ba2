import DataObjects
import ORDA

/// Tags.
extension Reader {
  /// Gives an article one more tag; the tag is made if there is none of the name.
  func tag(_ article: Article, _ name: String) {
    // All tags are kept in memory, so one that is there is found without asking the database.
    let tag = store.insert(Tag(name))
    if !article.tags.contains(where: { $0 === tag }) { article.tags.append(tag) }
  }

  /// The articles that have a tag, by any SQL that gives their keys.
  func articles(taggedWith tag: String) async throws -> [Article] {
    try await store.fetch(
      Article.self,
      where: "uniqueID IN (SELECT articleID FROM articlesTags WHERE tagID = \(tag.lowercased()))",
      orderBy: "published")
  }
}
