public import ORDA

/// A database of a test's own on the shared server, opened through the public interface; it goes with the object.
public final class TestDatabase: Sendable {
  private let database: ServerDatabase
  /// The open database.
  public let db: any Governor

  /// Makes the database and opens it.
  ///
  /// - Parameters:
  ///   - options: What stands behind the `?` of the URL.
  ///   - statements: A script to begin with.
  public init(
    _ options: String = "", _ statements: SQL = "", configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws {
    database = try ServerDatabase()
    db = try TestServer.open(Self.rest(database.name, options), configuration: configuration)
    try db.executeScript(statements)
  }

  deinit { try? db.close(within: .zero) }

  /// Its name on the server.
  public var name: String { database.name }

  /// Another governor of the same database.
  public func another(_ options: String = "", configuration: GovernorConfiguration = GovernorConfiguration()) throws
    -> any Governor
  {
    try TestServer.open(Self.rest(name, options), configuration: configuration)
  }

  private static func rest(_ name: String, _ options: String) -> String {
    "/\(name)" + (options.isEmpty ? "" : "?" + options)
  }
}
