// Reads the feeds in a folder, and does with their articles what a feed reader does.
//
//   FeedReader [URL [FOLDER]]

import DataObjects
import Foundation
import ORDAMariaDB
import ORDASQLite

try SQLite.register()
try MariaDB.register()
let arguments = CommandLine.arguments.dropFirst()
let folder = URL(fileURLWithPath: arguments.dropFirst().first ?? "Feeds")
let reader = try await Reader(url: arguments.first ?? "sqlite:feeds.db")
let start = Date()

// Files are read off the main actor.
let feeds = try await Task.detached { try FeedContents.all(in: folder) }.value
let count = try await reader.refresh([.earlier] + feeds)
print("\(count) new articles in \(feeds.count) feeds, \(try await reader.unreadCount()) unread")
let newest = try await reader.newest(6)
for article in newest { print(" ", article.published.formatted(.iso8601.year().month().day()), article.title) }

print("\nUnread")
let list = try await reader.unread()
show(list)

print("\nReading one here, and one on another device")
for article in newest.dropFirst().prefix(1) { article.isRead = true }
let (governor, keys) = (reader.store.governor, newest.prefix(1).map(\.uniqueID))
try await Task.detached { try await takeOver(read: keys, in: governor) }.value
await gone(newest.prefix(2), from: list)
try await read(newest.prefix(2))
show(list)
print("  \(try await reader.unreadCount()) unread; the article on the screen: read \(newest.first?.isRead ?? false)")

print("\nMarking all read")
try await reader.markAllRead()
print("  \(try await reader.unreadCount()) unread; the last one on the screen: read \(newest.last?.isRead ?? false)")

print("\nTagging")
for article in newest.prefix(2) { reader.tag(article, "Coast") }
for article in newest.suffix(1) { reader.tag(article, "coast") }
for article in try await reader.articles(taggedWith: "coast") {
  print(" ", article.title, article.tags.map(\.name))
}

print("\nSearching for: CAFE lighthouse")
for article in try await reader.search("CAFE lighthouse") { print(" ", article.title) }

print("\nDeleting two articles")
let unwanted = newest.filter { ["Ferry times", "A dog was found"].contains($0.title) }
reader.delete(unwanted)
let deleted = Date()
print("  deleted: \(unwanted.map(\.isDeleted)), told to other devices: \(try await reader.deletions(since: start))")
print("  \(try await reader.refresh(feeds)) new articles when the feeds are read again")
// The feed still has one of them, so that tombstone stays. A program would wait for some months.
print("  \(try await reader.pruneTombstones(unseenSince: deleted)) tombstone pruned")
print("  \(try await reader.refresh(feeds)) new articles when the feeds are read once more")

print("\nCleaning up")
let archive = FeedContents.archive(of: 10_000)
print("  \(try await reader.refresh([archive])) new articles in an archive")
let spring = try Date("2026-01-01T00:00:00Z", strategy: .iso8601)
print("  \(try await reader.cleanUp(before: spring)) old articles deleted")
print("  \(try await reader.refresh([archive])) new articles when the archive is read again")
try await reader.close()

/// Prints a list, section by section.
@MainActor func show(_ list: DataList<Article>) {
  for section in list.sections {
    print("  \(reader.title(of: section)): \(section.objects.map(\.title).joined(separator: "; "))")
  }
}

/// Waits until a list has none of these. A window would be drawn again on each difference.
@MainActor func gone(_ articles: some Sequence<Article>, from list: DataList<Article>) async {
  let keys = Set(articles.map(\.uniqueID))
  var differences = list.differences.makeAsyncIterator()
  while list.objects.contains(where: { keys.contains($0.uniqueID) }), await differences.next() != nil {}
}

/// Waits until these are read. The list and the objects are told by different news; a window needs neither wait.
@MainActor func read(_ articles: some Sequence<Article>) async throws {
  while articles.contains(where: { !$0.isRead }) { try await Task.sleep(for: .milliseconds(5)) }
}

extension FeedContents {
  /// A feed with a long history, of before 2026. It is made here, since its file would be large.
  static func archive(of count: Int) -> FeedContents {
    let newest = Date(timeIntervalSince1970: 1_767_225_600)
    let items = (1...count).map { number in
      FeedItem(
        id: "https://archive.example/\(number)", title: "Number \(number)", text: "It was long ago.",
        published: newest.addingTimeInterval(-86_400 * Double(number)))
    }
    return FeedContents(address: "https://archive.example/feed", title: "The Archive", items: items)
  }

  /// The Harbour's feed as it was some days before the one in the folder.
  static let earlier = FeedContents(
    address: "https://harbour.example/atom.xml", title: "Harbour News",
    items: [
      FeedItem(
        id: "https://harbour.example/dog", title: "A dog was found", text: "Small, brown, and fond of cake.",
        published: Date(timeIntervalSince1970: 1_772_611_200))
    ])
}
