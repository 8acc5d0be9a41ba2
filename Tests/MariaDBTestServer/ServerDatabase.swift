import Foundation
import ORDA

/// An empty database of a test's own on the shared server, to be opened by its URL; it goes with the object.
public final class ServerDatabase: Sendable {
  /// Its name on the server.
  public let name: String
  /// Without options.
  public let url: String

  /// Makes the database.
  public init() throws {
    name = "orda_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    url = try TestServer.url.get() + "/" + name
    let server = try TestServer.open("")
    try server.execute(SQL(text: "CREATE DATABASE \(name)"))
    try server.close(within: .zero)
  }

  deinit {
    guard let server = try? TestServer.open("") else { return }
    _ = try? server.execute(SQL(text: "DROP DATABASE \(name)"))
    try? server.close(within: .zero)
  }
}
