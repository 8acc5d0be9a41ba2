import DataObjects
import MariaDBTestServer
import ORDA
import ORDAMariaDB
import ORDASQLite
import TestSupport

/// The databases that every test of this target runs on: a store promises the same on all of them.
enum Place: String, CaseIterable, Codable, Sendable {
  case sqlite
  case mariadb

  /// An empty database of a test's own.
  func made() throws -> Home {
    try SQLite.register()
    try MariaDB.register()
    switch self {
    case .sqlite:
      let folder = try TemporaryFolder()
      return Home(owner: folder, url: "sqlite:" + folder.file("test.db"))
    case .mariadb:
      let server = try ServerDatabase()
      // All tests together have no more connections than a server takes.
      return Home(owner: server, url: server.url + "?pool.max=4")
    }
  }
}

/// Where a database is; it goes with the object.
final class Home: Sendable {
  private let owner: any Sendable
  let url: String

  init(owner: any Sendable, url: String) {
    self.owner = owner
    self.url = url
  }

  /// A governor of its own, as another program has it.
  func governor() async throws -> any Governor { try await ORDA.open(url) }

  /// A store of the model that the tests share.
  @MainActor
  func store() async throws -> DataStore { try await DataStore(url: url, model: .notes, createsTables: true) }
}

/// The homes that a test has made. They go with its suite's value, and so when the test is over, not before.
@MainActor
final class Homes {
  private var made: [Home] = []

  func made(_ place: Place) throws -> Home {
    let home = try place.made()
    made.append(home)
    return home
  }
}
