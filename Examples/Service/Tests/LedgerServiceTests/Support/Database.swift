import Testing

/// The databases that the service must work on.
enum Database: String, CaseIterable, CustomTestStringConvertible {
  case sqlite, mariadb

  private static let server = Result { try MariaDBServer() }

  var testDescription: String { rawValue }

  /// The URL of a new database.
  func url(in folder: TemporaryFolder) throws -> String {
    switch self {
    case .sqlite: "sqlite:\(folder.file("ledger.db"))?busy-timeout=60s"
    case .mariadb: try Self.server.get().newDatabase()
    }
  }
}
