import Foundation
import ORDA
import ORDASQLite

/// A database for a test of what only SQLite has.
struct ExtrasDatabase {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Opens a file of the folder.
  func open(_ name: String = "a.db", _ options: String = "") throws -> any Governor {
    try Self.open("sqlite:\(folder.file(name))\(options)")
  }

  static func open(_ url: String) throws -> any Governor {
    let registry = Registry()
    try SQLite.register(with: registry)
    return try registry.open(url)
  }

  static func memory() throws -> any Governor { try open("sqlite::memory:") }

  /// The names in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }
}

/// What a body of a test throws.
struct Refusal: Error, CustomStringConvertible, Equatable {
  var description: String { "no such thing" }
}
