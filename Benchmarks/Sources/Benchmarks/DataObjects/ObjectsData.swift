import CFloor
import DataObjects
import Foundation
import GRDB
import ORDA
import ORDASQLite

/// What the suite saves and fetches.
@MainActor
final class ObjectsData {
  let folder: ScratchFolder
  /// How many articles are saved and fetched at once.
  let count: Int
  /// How many objects are held where memory is measured.
  let many: Int
  /// The articles, as C has them.
  let articles: FloorArticles
  private var files = 0
  private var filled: [Int: String] = [:]

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    try SQLite.register()
    self.folder = folder
    count = min(10_000, scale.rows)
    many = scale.rows
    articles = FloorArticles(cf_make_articles(count))
  }

  var ids: [Int64] { articles.map { $0.id } }

  private func freshPath() -> String {
    files += 1
    return folder.path("objects-\(files).db")
  }

  /// A file with an empty table.
  func empty() throws -> String {
    let path = freshPath()
    try FloorConnection(path).execute(Self.schema)
    return path
  }

  /// A file of a side's own, with all articles.
  func full() throws -> String {
    let path = freshPath()
    try fill(path, articles)
    return path
  }

  /// A file with so many articles, made once, which nobody writes to.
  func shared(_ count: Int) throws -> String {
    if let path = filled[count] { return path }
    let path = freshPath()
    try fill(path, count == self.count ? articles : FloorArticles(cf_make_articles(count)))
    filled[count] = path
    return path
  }

  private func fill(_ path: String, _ articles: FloorArticles) throws {
    let connection = try FloorConnection(path)
    try connection.execute(Self.schema)
    try connection.execute("BEGIN IMMEDIATE")
    try connection.prepare(Self.upsert).insert(articles)
    try connection.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// What a table holds, with the number that rounds set.
  func checksum(_ path: String) throws -> UInt64 {
    let connection = try FloorConnection(path)
    let sum = """
      SELECT SUM(uniqueID + LENGTH(title) + LENGTH(summary) + LENGTH(link) + LENGTH(author) + LENGTH(language)
      + LENGTH(guid) + feed + words + reads + position + isStarred + CAST(published AS INTEGER)) FROM article
      """
    return UInt64(bitPattern: try connection.number(sum) &+ connection.number("SELECT COUNT(*) FROM article"))
  }

  private static let columns = [
    "uniqueID", "title", "summary", "link", "author", "language", "guid", "feed", "words", "reads", "position",
    "isRead",
    "isStarred", "published", "modified",
  ]

  private static let schema = """
    CREATE TABLE article (
    uniqueID INTEGER PRIMARY KEY, title TEXT NOT NULL, summary TEXT NOT NULL, link TEXT NOT NULL, author TEXT NOT NULL,
    language TEXT NOT NULL, guid TEXT NOT NULL, feed INTEGER NOT NULL, words INTEGER NOT NULL, reads INTEGER NOT NULL,
    position INTEGER NOT NULL, isRead BOOLEAN NOT NULL, isStarred BOOLEAN NOT NULL, published DOUBLE NOT NULL,
    modified DOUBLE NOT NULL)
    """

  static let select = "SELECT \(columns.joined(separator: ", ")) FROM article"

  /// The statement that a store writes a new object by: another program may have made the row.
  static let upsert = """
    INSERT INTO article (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
    ON CONFLICT (uniqueID) DO UPDATE SET
    \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  static let change = "UPDATE article SET reads = ? WHERE uniqueID = ?"
}

extension DataModel {
  /// A store of this model on a file, with the pragmas of the floor.
  @MainActor
  func open(_ path: String) async throws -> DataStore {
    try await DataStore(url: "sqlite:\(path)?synchronous=normal&pragma.cache_size=-65536", model: self)
  }
}

/// A store that is opened by the first round, which doesn't count.
@MainActor
final class OpenedStore {
  private let path: String
  private let model: DataModel
  private var store: DataStore?

  init(_ path: String, _ model: DataModel) { (self.path, self.model) = (path, model) }

  func get() async throws -> DataStore {
    if let store { return store }
    let opened = try await model.open(path)
    store = opened
    return opened
  }
}

/// A checksum that is made of the first product alone; of the others their numbers are compared. To read a property of an
/// object is to observe it, and what that takes would be freed on the clock.
@MainActor
final class FirstChecksum {
  private var first: (count: Int, sum: UInt64)?

  func callAsFunction(_ count: Int, _ sum: () -> UInt64) -> UInt64 {
    if let first { return first.count == count ? first.sum : 0 }
    let made = sum()
    first = (count, made)
    return made
  }
}
