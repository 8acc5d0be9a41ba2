import ORDA
import Testing

/// A good conversation with the real server, for others to damage.
enum Recording {
  /// What the server said.
  static func answers(isCompressed: Bool) throws -> [Replay.Answer] {
    let server = try TestServer.open("")
    defer { try? server.close(within: .zero) }
    let port = try #require(try server.first(Int.self, "SELECT @@port"))
    let proxy = try Proxy(to: port)
    let registry = TestServer.registry
    let db = try registry.open(
      "mariadb://root@127.0.0.1:\(proxy.port)/?tls=disable&slow-statement=0&compression=\(isCompressed)")
    do { try converse(db) } catch .noSuchTable {}
    try db.close(within: .seconds(1))
    proxy.stop()
    return Replay.answers(of: proxy.traffic, isCompressed: isCompressed)
  }

  /// A program that uses most of what there is, and goes on after errors, as some do.
  static func converse(_ db: any Governor) throws {
    var failure: (any Error)?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { failure = failure ?? error }
    }
    try db.withConnection { db in
      attempt {
        try db.execute(
          """
          CREATE TEMPORARY TABLE test.t (
            i INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, s VARCHAR(20), d DOUBLE, f FLOAT, n DECIMAL(30, 10), b LONGBLOB,
            y YEAR, da DATE, ti TIME(6), dt DATETIME(6), ts TIMESTAMP(6) NULL, bi BIT(20), j JSON, u UUID, e ENUM('a', 'b'),
            p POINT, t1 TINYINT, t2 SMALLINT UNSIGNED, t8 BIGINT)
          """)
      }
      for row in 0..<3 {
        attempt {
          try db.execute(
            """
            INSERT INTO test.t (s, d, f, n, b, y, da, ti, dt, ts, bi, j, u, e, p, t1, t2, t8)
            VALUES (?, 1.5, 2.5, '12345678901234567890.0123456789', ?, 1999, '2026-01-31', '-12:34:56.123456',
              '2026-01-31 12:34:56.123456', '2026-01-31 12:34:56', b'1011', '{"a": [1]}',
              '123e4567-e89b-12d3-a456-426614174000', 'b', POINT(1, 2), -1, 65535, -5)
            """, "row \(row)", [UInt8](repeating: UInt8(row), count: 100))
        }
      }
      attempt { _ = try db.query("SELECT * FROM test.t") }
      attempt { try db.forEach("SELECT i, s, dt FROM test.t WHERE i > ?", 1) { row in _ = try row[2] } }
      attempt { _ = try db.query("INSERT INTO test.t (s) VALUES ('back') RETURNING i, s") }
      attempt { try db.execute("UPDATE test.t SET d = 2 WHERE i > ?", 0) }
      attempt { try db.transaction { tx in _ = try tx.execute("DELETE FROM test.t WHERE i = 1") } }
      attempt { _ = try db.query("SELECT nothing FROM nowhere.at_all") }
      attempt { _ = try db.query("SELECT seq, REPEAT('x', 100) FROM seq_1_to_50") }
      attempt { _ = try db.query("SHOW VARIABLES LIKE 'max%'") }
      attempt { _ = try db.tables() }
      attempt { _ = try db.describe("user") }
    }
    if let failure { throw failure }
  }
}
