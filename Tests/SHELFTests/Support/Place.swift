import Foundation
import MariaDBTestServer
import ORDA
import ORDAMariaDB
import ORDASQLite
import SHELF
import TestSupport

/// The stores that every test runs on: a shelf promises the same on all of them.
enum Place: String, CaseIterable, Codable, Sendable {
  case files
  case memory
  case sqlite
  case mariadb

  /// Those that a second shelf can open.
  static let shared: [Place] = [.files, .sqlite, .mariadb]

  /// An empty store of a test's own.
  func made() throws -> Home {
    switch self {
    case .files:
      let folder = try TemporaryFolder()
      return Home(self, owner: folder, url: "file:" + folder.file("objects"))
    case .memory: return Home(self, owner: 0, url: "memory:")
    case .sqlite:
      try SQLite.register()
      let folder = try TemporaryFolder()
      return Home(self, owner: folder, url: "sqlite:" + folder.file("test.shelf"))
    case .mariadb:
      try MariaDB.register()
      let server = try ServerDatabase()
      // All tests together have no more connections than a server takes.
      return Home(self, owner: server, url: server.url + "?pool.max=4")
    }
  }
}

/// Where a shelf is; it goes with the object.
final class Home: Sendable {
  let place: Place
  private let owner: any Sendable
  let url: String

  init(_ place: Place, owner: any Sendable, url: String) {
    self.place = place
    self.owner = owner
    self.url = url
  }

  /// A shelf with a store of its own.
  func shelf() async throws -> Shelf {
    try Shelf(at: url)
  }
}
