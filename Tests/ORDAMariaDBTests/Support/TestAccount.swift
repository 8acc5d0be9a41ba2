import Foundation
import ORDA
import Testing

/// An account of a test's own, with rights in the database of the test alone; it goes with the object.
final class TestAccount {
  private let test: TestDatabase
  private let port: Int
  let name: String

  /// - Parameter rights: As GRANT lists them.
  init(_ rights: String = "ALL", in test: TestDatabase) throws {
    self.test = test
    port = try #require(try test.db.first(Int.self, "SELECT @@port"))
    name = "u" + UUID().uuidString.prefix(8).lowercased()
    try test.db.execute(SQL(text: "CREATE USER \(name)@'127.0.0.1'"))
    try test.db.execute(SQL(text: "GRANT \(rights) ON \(test.name).* TO \(name)@'127.0.0.1'"))
  }

  deinit { _ = try? test.db.execute(SQL(text: "DROP USER \(name)@'127.0.0.1'")) }

  /// Opens the test's database as this account.
  func open(_ options: String = "") throws -> any Governor {
    try TestServer.registry.open(
      "mariadb://\(name)@127.0.0.1:\(port)/\(test.name)" + (options.isEmpty ? "" : "?" + options))
  }
}
