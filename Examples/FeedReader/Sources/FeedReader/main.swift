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
let count = try await reader.refresh(feeds)
print("\(count) new articles in \(feeds.count) feeds, \(try await reader.unreadCount()) unread")
let newest = try await reader.newest(10)
for article in newest { print(" ", article.published.formatted(.iso8601.year().month().day()), article.title) }

print("\nMarking all read")
try await reader.markAllRead()
print("  \(try await reader.unreadCount()) unread; the first one on the screen: read \(newest.first?.isRead ?? false)")

print("\nTagging")
for article in newest.prefix(2) { reader.tag(article, "Coast") }
for article in newest.suffix(1) { reader.tag(article, "coast") }
for article in try await reader.articles(taggedWith: "coast") {
  print(" ", article.title, article.tags.map(\.name))
}

print("\nSearching for: CAFE lighthouse")
for article in try await reader.search("CAFE lighthouse") { print(" ", article.title) }

print("\nDeleting an article")
let unwanted = newest.filter { $0.title == "Ferry times" }
reader.delete(unwanted)
print("  deleted: \(unwanted.map(\.isDeleted)), told to other devices: \(try await reader.deletions(since: start))")
print("  \(try await reader.refresh(feeds)) new articles when the feeds are read again")

print("\nCleaning up")
let archive = FeedContents.archive(of: 10_000)
print("  \(try await reader.refresh([archive])) new articles in an archive")
let spring = try Date("2026-01-01T00:00:00Z", strategy: .iso8601)
print("  \(try await reader.cleanUp(before: spring)) old articles deleted")
print("  \(try await reader.deletions(since: start).count) told to other devices")
try await reader.close()

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
}
