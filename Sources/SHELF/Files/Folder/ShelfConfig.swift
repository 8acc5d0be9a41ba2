internal import Foundation

/// What `.shelf-config` says about a store.
struct ShelfConfig: Codable, Equatable {
  /// The version of the layout: a program that only knows a lower one can't use the store.
  var version = Self.knownVersion
  var format = "json"
  var compression = "none"
  var naming = "uuid"

  static let knownVersion = 1

  init(compression: String) { self.compression = compression }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decodeIfPresent(Int.self, forKey: .version) ?? Self.knownVersion
    format = try container.decodeIfPresent(String.self, forKey: .format) ?? "json"
    compression = try container.decodeIfPresent(String.self, forKey: .compression) ?? "none"
    naming = try container.decodeIfPresent(String.self, forKey: .naming) ?? "uuid"
  }

  /// Reads it; nil if there is none, as in a store made by the original.
  static func read(_ system: FileSystem) throws -> ShelfConfig? {
    guard let contents = try system.contents(ShelfNames.config) else { return nil }
    do {
      return try JSONDecoder().decode(ShelfConfig.self, from: contents)
    } catch {
      throw ShelfError.damaged("'\(ShelfNames.config)' in \(system.path) is no shelf's: \(error)")
    }
  }

  func write(_ system: FileSystem) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try system.make(ShelfNames.newConfig, try encoder.encode(self) + Data("\n".utf8), isSynced: true)
    try system.rename(ShelfNames.newConfig, to: ShelfNames.config)
    try system.syncFolder("")
  }

  /// Throws if this program would not understand the objects.
  func requireKnown(_ path: String) throws(ShelfError) {
    if version > Self.knownVersion {
      throw .newerVersion("the store \(path) has version \(version), and this program knows up to \(Self.knownVersion)")
    }
    if format != "json" { throw .newerVersion("the store \(path) has objects as '\(format)', and not as JSON") }
    if naming != "uuid" { throw .newerVersion("the store \(path) names its files by '\(naming)', and not by UUIDs") }
    if ShelfFileOptions.Compression(rawValue: compression) == nil {
      throw .newerVersion("the store \(path) is compressed by '\(compression)', which this program does not know")
    }
  }
}
