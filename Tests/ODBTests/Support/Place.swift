import MariaDBTestServer
import ODB
import ORDA
import ORDAMariaDB
import ORDASQLite

/// The databases that every test of this target runs on: an ODB promises the same on all of them.
enum Place: String, CaseIterable, Codable, Sendable {
  case sqlite
  case mariadb

  /// An empty database of a test's own.
  func made() throws -> Home {
    try register()
    switch self {
    case .sqlite: return Home(file: try TemporaryFolder())
    case .mariadb: return Home(server: try ServerDatabase())
    }
  }
}

extension Place {
  /// Has URLs of it be known in this process.
  func register() throws {
    try SQLite.register()
    try MariaDB.register()
  }
}

/// Where an ODB is; it goes with the object.
final class Home: Sendable {
  private let folder: TemporaryFolder?
  private let server: ServerDatabase?
  let url: String

  init(file folder: TemporaryFolder) {
    self.folder = folder
    server = nil
    url = "sqlite:" + folder.file("test.odb")
  }

  init(server: ServerDatabase) {
    folder = nil
    self.server = server
    url = server.url
  }

  /// The ODB: the same one as long as somebody has it.
  func odb() throws -> ODB { try ODB(url: url) }

  /// An ODB that shares nothing with ``odb()``, as another program has it.
  func stranger() throws -> ODB { try ODB(governor: try governor()) }

  /// A governor of its own.
  func governor() throws -> any Governor { try ORDA.open(url) }
}

extension ODB {
  /// Closes it, and opens its database anew.
  func reopened(at home: Home) throws -> ODB {
    close()
    return try home.odb()
  }

  /// How many statements its governor has run.
  var statements: Int { governor?.statistics.statements ?? 0 }

  /// How many rows its table has, the root's too.
  var rowCount: Int { (try? governor?.first(Int.self, "SELECT COUNT(*) FROM odb_nodes")) ?? nil ?? -1 }
}
