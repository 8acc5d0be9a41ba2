internal import ORDA

/// Where a shelf's objects are, by its URL.
enum ShelfLocation: Sendable {
  case memory
  case folder(String)
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
      self = .folder(path)
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

  /// The store, which is opened when it is first used.
  func store(_ registry: Registry) async throws -> any ShelfStore {
    switch self {
    case .memory: return MemoryShelfStore()
    case .folder: return MemoryShelfStore()
    case .database(let url, let tables):
      return GovernorShelfStore(owning: try await registry.open(url), tables: tables)
    }
  }
}
