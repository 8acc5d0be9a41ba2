import Foundation
import MariaDBTestServer
import ORDA
import PostgreSQLTestServer

@testable import Command

/// Databases of a test's own that are copied from one into the other; they go with the object.
final class CopyDatabases {
  let folder: TemporaryFolder
  private var servers: [any Sendable] = []
  private var files = 0

  init() throws { folder = try TemporaryFolder() }

  /// The URL of a new, empty database.
  func url(_ database: CommandDatabase) throws -> String {
    switch database {
    case .sqlite:
      files += 1
      return "sqlite:\(folder.file("\(files).db"))"
    case .mariadb:
      let server = try ServerDatabase()
      servers.append(server)
      return server.url
    #if PostgreSQL
      case .postgresql:
        let server = try PostgreSQLDatabase()
        servers.append(server)
        return server.url
    #endif
    }
  }

  /// Opens a URL for as long as the body runs.
  func open<R>(_ url: String, _ body: (any Governor) throws -> R) throws -> R {
    let db = try openedByCommand(url)
    defer { try? db.close(within: .zero) }
    return try body(db)
  }

  /// A new database, filled by a script.
  func made(_ database: CommandDatabase, _ script: SQL) throws -> String {
    let url = try url(database)
    try open(url) { _ = try $0.executeScript(script) }
    return url
  }

  /// Runs `orda copy`.
  func copy(_ source: String, _ target: String, _ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await copy(source, target, arguments)
  }

  func copy(_ source: String, _ target: String, _ arguments: [String]) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram(name: "orda").run(["copy", source, target] + arguments, in: folder)
  }

  /// The names of a database's tables.
  func tables(_ url: String) throws -> [String] {
    try open(url) { try $0.tables().map(\.name).filter { !$0.hasPrefix("sqlite_") } }
  }

  /// What a query gives, the values as they are shown.
  func rows(_ url: String, _ sql: SQL) throws -> [[String]] {
    try open(url) { try $0.query(sql).rows.map { row in row.values.map(\.description) } }
  }

  /// The rows of a table as text that is the same for values that mean the same, sorted.
  func meaning(_ url: String, _ table: TableName) throws -> [String] {
    try open(url) { db in
      let description = try db.describe(table.name)
      let names = description.columns.filter { $0.generated == .none }.map { "\(identifier: $0.name)" as SQL }
      return try db.query("SELECT \(names.joined(separator: ", ")) FROM \(identifier: table.name)").rows.map { row in
        row.values.map(Self.meaning).joined(separator: "|")
      }.sorted()
    }
  }

  private static func meaning(_ value: Value) -> String {
    switch value {
    case .double(let number):
      guard let decimal = try? ExactDecimal(number) else { return "\(number)" }
      return meaning(.decimal(decimal))
    case .decimal(let decimal):
      let text = decimal.description
      guard text.contains(".") else { return text }
      let digits = text.reversed().drop { $0 == "0" }
      return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
    case .text(let text):
      // Decimals of many digits and dates are texts on SQLite.
      if let timestamp = CivilTimestamp(text) { return timestamp.description }
      if text.contains("."), let decimal = ExactDecimal(text) { return meaning(.decimal(decimal)) }
      return text
    // A text elsewhere.
    case .other(_, let bytes): return String(decoding: bytes, as: UTF8.self)
    case .uuid(let uuid): return uuid.uuidString.lowercased()
    default: return value.description
    }
  }
}
