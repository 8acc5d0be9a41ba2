import Foundation

/// What a feed's file says: values alone, so that files are read off the main actor.
struct FeedContents: Sendable {
  var address = ""
  var title = ""
  var items: [FeedItem] = []
}

/// An article as its feed has it.
struct FeedItem: Sendable {
  var id = ""
  var title = ""
  var text = ""
  var published = Date.distantPast
}

/// A file that is no feed.
struct NoFeed: Error, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "\(file) is no feed: \(reason)" }
}

extension FeedContents {
  /// Reads all feeds of a folder, in the order of the files' names.
  static func all(in folder: URL) throws -> [FeedContents] {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.compactMap { file in
      switch file.pathExtension {
      case "json": try FeedContents(json: file)
      case "xml": try FeedContents(atom: file)
      default: nil
      }
    }
  }
}
