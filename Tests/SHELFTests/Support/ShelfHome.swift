import MariaDBTestServer
import ORDA
import ORDAMariaDB
import ORDAPostgreSQL
import ORDASQLite
import PostgreSQLTestServer
import SHELF
import ShelfConformance
import TestSupport

/// The databases that the tests of stores in databases run on.
enum ShelfHome: String, CaseIterable, Codable, Sendable {
  case sqliteFile
  case sqliteMemory
  case mariadb
  case postgresql

  /// Those that more than one governor can open.
  static let shared = [ShelfHome.sqliteFile, .mariadb, .postgresql]

  /// An empty database of a test's own.
  func made() throws -> Database {
    switch self {
    case .sqliteFile:
      try SQLite.register()
      let folder = try TemporaryFolder()
      return Database("sqlite:" + folder.file("test.db"), owner: folder)
    case .sqliteMemory:
      try SQLite.register()
      return Database("sqlite::memory:", owner: 0)
    case .mariadb:
      try MariaDB.register()
      let database = try ServerDatabase()
      // All tests together have no more connections than a server takes.
      return Database(database.url, ["pool.max=4"], owner: database)
    case .postgresql:
      try PostgreSQL.register()
      let database = try PostgreSQLDatabase()
      return Database(database.url, ["pool.max=4"], owner: database)
    }
  }

  /// A database; it goes with the object.
  final class Database: Sendable {
    private let url: String
    private let options: [String]
    private let owner: any Sendable

    init(_ url: String, _ options: [String] = [], owner: any Sendable) {
      self.url = url
      self.options = options
      self.owner = owner
    }

    /// A governor of its own.
    ///
    /// - Parameter option: An option more of its URL.
    func governor(_ option: String? = nil) async throws -> any Governor {
      let all = options + [option].compactMap(\.self)
      return try await ORDA.open(all.isEmpty ? url : "\(url)?\(all.joined(separator: "&"))")
    }

    /// A store with a governor of its own.
    func store(tables: String = "shelf") async throws -> GovernorShelfStore {
      GovernorShelfStore(governor: try await governor(), tables: tables)
    }
  }

  /// A fresh place for a case of the conformance suite.
  func place() async throws -> ShelfStorePlace {
    let database = try made()
    let store = try await database.store()
    if self == .sqliteMemory { return ShelfStorePlace(store, owner: database) }
    return ShelfStorePlace(store, owner: database) { try await database.store() }
  }
}
