import Foundation
public import ORDA
import ORDAPostgreSQL

/// The PostgreSQL server that all tests share: the one that `ORDA_TEST_POSTGRESQL` names, or a throw-away one that is started
/// once for the process and ends after it.
public enum PostgreSQLServer {
  /// `postgresql://postgres@127.0.0.1:5432/postgres`: without options.
  public static let url: Result<String, any Error> = Result {
    // On a busy machine a commit still reports its changes before it returns.
    OwnChangeWait.set(seconds: 3600)
    if let given = ProcessInfo.processInfo.environment["ORDA_TEST_POSTGRESQL"], !given.isEmpty { return given }
    return try own.get().url
  }

  /// Kept as long as the process, since a server that is let go of is stopped. It compiles no queries: while it does, for a tenth
  /// of a second or more on a busy machine, it can't be stopped.
  private static let own = Result {
    try PrivatePostgreSQL("max_connections=400", "jit=off", "max_wal_senders=100", "max_replication_slots=100")
  }

  /// The URL of one of the server's databases.
  public static func url(of database: String) throws -> String {
    let url = try DatabaseURL(url.get(), shape: .server)
    guard case .server(var server) = url.location else { return url.textWithSecrets }
    server.database = database
    return try DatabaseURL(scheme: url.scheme, location: .server(server)).textWithSecrets
  }

  /// Opens a database of the server.
  public static func open(
    _ options: String = "", database: String? = nil, configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let url = try database.map(url(of:)) ?? url.get()
    return try open(url: url + (options.isEmpty ? "" : "?" + options), configuration)
  }

  /// Opens any URL.
  public static func open(
    url: String, _ configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    try registry.open(url, configuration: configuration)
  }

  /// Knows PostgreSQL's driver alone.
  private static let registry: Registry = {
    let registry = Registry()
    try? PostgreSQL.register(with: registry)
    return registry
  }()
}
