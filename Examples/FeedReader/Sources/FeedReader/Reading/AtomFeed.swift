import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

extension FeedContents {
  /// Reads an Atom feed.
  init(atom file: URL) throws {
    let parser = XMLParser(data: try Data(contentsOf: file))
    let reader = AtomReader()
    parser.delegate = reader
    guard parser.parse(), !reader.feed.address.isEmpty else {
      throw NoFeed(file: file.lastPathComponent, reason: parser.parserError.map { "\($0)" } ?? "it has no id")
    }
    self = reader.feed
  }
}

/// Takes down what the parser finds.
private final class AtomReader: NSObject, XMLParserDelegate {
  private(set) var feed = FeedContents()
  /// The entry that the parser is in.
  private var item: FeedItem?
  /// The text of the element that it is in.
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    if name == "entry" { item = FeedItem() }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    switch (name, item) {
    case ("entry", let item?):
      feed.items.append(item)
      self.item = nil
    case ("id", nil): feed.address = text
    case ("title", nil): feed.title = text
    case ("id", _): item?.id = text
    case ("title", _): item?.title = text
    case ("summary", _), ("content", _): item?.text = text
    case ("updated", _): item?.published = (try? Date(text, strategy: .iso8601)) ?? .distantPast
    default: break
    }
  }
}
