internal import Foundation
internal import ORDA

/// Where a shelf's objects are, according to its URL.
enum ShelfLocation: Sendable {
  case memory
  case folder(String, ShelfFileOptions)
  case database(DatabaseURL, tables: String)

  /// - Throws: `badURL`, `missingDriver`.
  init(_ text: String, _ tables: String, _ registry: Registry) throws(DatabaseError) {
    switch try DatabaseURL.scheme(of: text) {
    case "memory":
      guard text.lowercased() == "memory:" else {
        throw DatabaseError(.badURL, "a shelf in memory is memory: and nothing more")
      }
      self = .memory
    case "file":
      let url = try DatabaseURL(text, shape: .file)
      guard case .file(let path) = url.location else {
        throw DatabaseError(.badURL, "a shelf of files needs a folder, as in file:notes")
      }
      self = .folder(path, try ShelfFileOptions(url))
    case let scheme:
      guard let driver = registry.driver(for: scheme) else {
        throw DatabaseError(
          .missingDriver,
          """
          no driver has the scheme \(scheme): register one before, as by try SQLite.register(); without one there are \
          file: and memory:
          """)
      }
      self = .database(try DatabaseURL(text, shape: driver.urlShape), tables: tables)
    }
  }

  /// A folder of this program's own, where the system keeps what programs save.
  static var ofProgram: ShelfLocation {
    let environment = ProcessInfo.processInfo.environment
    let program = CommandLine.arguments.first.map { ($0 as NSString).lastPathComponent } ?? ""
    let base: String
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      base = data
    } else {
      #if canImport(Darwin)
        base = NSHomeDirectory() + "/Library/Application Support"
      #else
        base = NSHomeDirectory() + "/.local/share"
      #endif
    }
    return .folder("\(base)/\(program.isEmpty ? "program" : program)/.objectStore", ShelfFileOptions())
  }

  /// The store, which is opened when it is first used.
  func store(_ registry: Registry) async throws -> any ShelfStore {
    switch self {
    case .memory: return MemoryShelfStore()
    case .folder(let path, let options): return FileShelfStore(folder: path, options: options)
    case .database(let url, let tables):
      return GovernorShelfStore(owning: try await registry.open(url), tables: tables)
    }
  }
}
