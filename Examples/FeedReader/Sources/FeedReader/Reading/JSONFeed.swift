import Foundation

/// A JSON Feed, as https://jsonfeed.org/version/1.1 describes it; only what is used here.
private struct JSONFeed: Decodable {
  struct Item: Decodable {
    let id: String
    let title: String?
    let content_text: String?
    let date_published: Date?
  }

  let title: String
  let feed_url: String
  let items: [Item]
}

extension FeedContents {
  /// Reads a JSON Feed.
  init(json file: URL) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let feed: JSONFeed
    do { feed = try decoder.decode(JSONFeed.self, from: Data(contentsOf: file)) } catch {
      throw NoFeed(file: file.lastPathComponent, reason: "\(error)")
    }
    address = feed.feed_url
    title = feed.title
    items = feed.items.map { item in
      FeedItem(
        id: item.id, title: item.title ?? "", text: item.content_text ?? "",
        published: item.date_published ?? .distantPast)
    }
  }
}
