import ORDA
import ORDATesting
import Testing

/// An open database of a test's own on which a transaction may be idle for 100 ms, by a clock that stands still.
final class IdleDatabase: Sendable {
  let db: any Governor
  /// Owns the database, and is a governor of it by the machine's clock.
  private let test: OwnDatabase
  private let clock = TestClock()
  /// Stands before a server; nil for a file.
  private let proxy: Proxy?

  init(_ database: Database, _ script: SQL) throws {
    test = try database.opened(script, options: database == .sqlite ? "busy-timeout=10m" : "")
    if database == .sqlite {
      proxy = nil
      db = try ORDA.open(test.url + "?pool.idle-transaction=100ms", configuration: clock.configuration)
    } else {
      var url = try DatabaseURL(test.url, shape: .server)
      guard case .server(var server) = url.location, let port = server.hosts.first?.port else {
        throw DatabaseError(.badURL, "the tests' server has a port")
      }
      let proxy = try Proxy(to: port)
      server.hosts = [DatabaseURL.Host(.ipv4("127.0.0.1"), port: proxy.port)]
      url = try DatabaseURL(scheme: url.scheme, location: .server(server))
      self.proxy = proxy
      // The proxy has to see what is sent.
      db = try ORDA.open(
        url.textWithSecrets + "?tls=disable&pool.idle-transaction=100ms", configuration: clock.configuration)
    }
  }

  deinit {
    try? db.close(within: .zero)
    proxy?.stop()
  }

  /// Lets the open transaction be idle for 100 ms, and returns once it is being rolled back for that: what it is used for
  /// now comes behind.
  ///
  /// SQLite's readers hold up nobody who could tell, so that a transaction that only reads may be used too soon.
  func letTransactionIdle() async throws {
    let rollback = proxy?.arrival(of: "ROLLBACK")
    clock.advance(by: .milliseconds(100))
    if let rollback {
      try await rollback.wait()
    } else {
      // A writer waits for the one before.
      try await test.db.transaction { (tx: AsyncTransaction) in _ = try await tx.query("SELECT 1") }
    }
  }
}
