import Foundation
import ORDA

/// An empty database of a test's own on the shared server, to be opened by its URL; it goes with the object.
public final class PostgreSQLDatabase: Sendable {
  /// Its name on the server.
  public let name: String
  /// Without options.
  public let url: String

  /// Makes the database.
  public init() throws {
    name = "orda_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    url = try PostgreSQLServer.url(of: name)
    let server = try PostgreSQLServer.open("pool.max=1")
    defer { try? server.close(within: .zero) }
    // The template that nobody connects to: another database can't be copied while it is in use.
    try server.execute(SQL(text: "CREATE DATABASE \(name) TEMPLATE template0"))
  }

  deinit {
    guard let server = try? PostgreSQLServer.open("pool.max=1") else { return }
    _ = try? server.execute(SQL(text: "DROP DATABASE \(name) WITH (FORCE)"))
    try? server.close(within: .zero)
  }
}
