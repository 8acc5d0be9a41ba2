import Foundation
import MariaDBTestServer
import ORDA
import ORDAMariaDB
import ORDAPostgreSQL
import ORDASQLite
import ORDATesting
import PostgreSQLTestServer
import Testing

/// The databases that every test of this target runs on. A test sees none of their names: what differs is the URL.
enum Database: String, CaseIterable, Sendable {
  case sqlite
  case mariadb
  case postgresql

  /// Names as the database tells them, if they were written without quotes: PostgreSQL has them in small letters.
  func told(_ names: [String]) -> [String] { self == .postgresql ? names.map { $0.lowercased() } : names }
  func told(_ name: String) -> String { told([name])[0] }

  /// An empty database of a test's own, opened by its URL.
  ///
  /// - Parameters:
  ///   - script: What to begin with.
  ///   - options: What stands behind the `?` of the URL.
  ///   - clock: What its governors go by; nil for the machine's clock.
  ///   - sourceLocation: What is told of where the database warns of something that the test does not expect.
  func opened(
    _ script: SQL = "", options: String = "", clock: TestClock? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> OwnDatabase {
    let place: any Place
    switch self {
    case .sqlite: place = try SQLiteFile()
    case .mariadb: place = try ServerDatabase()
    case .postgresql: place = try PostgreSQLDatabase()
    }
    return try OwnDatabase(
      place, words(script), options: options, clock, Warnings(sourceLocation: sourceLocation))
  }

  /// A script with PostgreSQL's own words for types, and for keys that the database makes, in place of those that the
  /// others share.
  func words(_ script: SQL) -> SQL {
    self == .postgresql ? SQL(text: PostgreSQLWords.inPlaceOfShared(script.description)) : script
  }
}

/// Where a database is; it goes with the object.
protocol Place: AnyObject, Sendable {
  /// Its URL, without options.
  var url: String { get }
}

extension ServerDatabase: Place {}
extension PostgreSQLDatabase: Place {}

/// A file of a test's own.
final class SQLiteFile: Place {
  private let folder: TemporaryFolder
  var url: String { "sqlite:" + folder.file("a.db") }

  init() throws { folder = try TemporaryFolder() }
}

/// An open database of a test's own; it is closed, and goes, with the object.
final class OwnDatabase: Sendable {
  private let place: any Place
  let db: any Governor
  /// What its governors warn of.
  let warnings: Warnings
  private let configuration: GovernorConfiguration

  fileprivate init(
    _ place: any Place, _ script: SQL, options: String, _ clock: TestClock?, _ warnings: Warnings
  ) throws {
    try SQLite.register()
    try MariaDB.register()
    try PostgreSQL.register()
    self.place = place
    self.warnings = warnings
    var configuration = warnings.configuration
    if let clock { configuration.timeSource = clock.timeSource }
    self.configuration = configuration
    db = try ORDA.open(Self.url(place, options), configuration: configuration)
    try db.executeScript(script)
  }

  deinit { try? db.close(within: .zero) }

  /// The URL, without options.
  var url: String { place.url }

  /// Another governor of the same database.
  func another(_ options: String = "") throws -> any Governor {
    try ORDA.open(Self.url(place, options), configuration: configuration)
  }

  private static func url(_ place: any Place, _ options: String) -> String {
    place.url + (options.isEmpty ? "" : "?" + options)
  }
}
