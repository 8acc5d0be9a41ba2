import CPostgreSQLFloor
import Foundation

/// The tables of the suite, and the rows that are written into others.
@MainActor
final class PostgreSQLData {
  /// The way to the server that the sides take.
  let server: PostgreSQLServer

  /// The number of rows of the table that is read.
  let rows: Int

  /// The keys of one round of lookups, scattered over the table, the same in every run.
  let keys: [Int64]

  /// The rows to be inserted, in C's form and in Swift's.
  let tracks: FloorRows<cp_track>
  private(set) lazy var swiftTracks = tracks.map(Score.init)

  /// The number of connections that one round makes.
  let connections: Int

  /// How many commits of others one round waits for.
  let commits: Int

  private let control: PostgreSQLFloor.Connection

  /// Makes the database anew.
  init(_ scale: Scale, on server: PostgreSQLServer) throws {
    self.server = server
    let rows = scale.rows * 10
    self.rows = rows
    // 7919 is prime and no divisor of a count of rows.
    keys = (0..<Int64(scale.rows / 50)).map { $0 * 7919 % Int64(rows) + 1 }
    tracks = .tracks(cp_make(scale.rows * 2))
    connections = scale.rows / 1000
    commits = scale.rows / 1000
    let first = try PostgreSQLFloor.Connection(server, database: "postgres")
    try first.execute("SET client_min_messages = warning")
    try first.execute("DROP DATABASE IF EXISTS \(PostgreSQLServer.database) WITH (FORCE)")
    try first.execute("CREATE DATABASE \(PostgreSQLServer.database)")
    control = try PostgreSQLFloor.Connection(server)
    try control.execute(
      """
      SET client_min_messages = warning;
      CREATE TABLE track (
        id INT PRIMARY KEY, name VARCHAR(32) NOT NULL, score DOUBLE PRECISION NOT NULL, at TIMESTAMP NOT NULL);
      INSERT INTO track
      SELECT n, 'name-' || LPAD(n::text, 8, '0'), n + 0.125, TIMESTAMP '2024-01-01 00:00:00' + n * INTERVAL '1 second'
      FROM generate_series(1, \(rows)) n
      """)
    try control.execute("VACUUM (FREEZE, ANALYZE) track")
  }

  private init(_ other: PostgreSQLData, by server: PostgreSQLServer) {
    self.server = server
    rows = other.rows
    keys = other.keys
    tracks = other.tracks
    connections = other.connections
    commits = other.commits
    control = other.control
  }

  /// The same data by the Unix socket.
  func bySocket() -> PostgreSQLData {
    var server = server
    server.usesSocket = true
    return PostgreSQLData(self, by: server)
  }

  /// The same data without named statements.
  func withoutNames() -> PostgreSQLData {
    var server = server
    server.options = "prepare=off"
    return PostgreSQLData(self, by: server)
  }

  /// The same data by a transaction pooler; nil if there is none.
  func byPooler() -> PostgreSQLData? { server.byPooler.map { PostgreSQLData(self, by: $0) } }

  /// Makes a table of a side's own. Returns its name.
  func emptyTable(_ side: String) throws -> String {
    let name = "\(side)_track"
    try control.execute(
      """
      DROP TABLE IF EXISTS \(name);
      CREATE TABLE \(name) (id INT PRIMARY KEY, name VARCHAR(32) NOT NULL, score DOUBLE PRECISION NOT NULL)
      """)
    return name
  }

  func clear(_ table: String) throws {
    try control.execute("TRUNCATE \(table)")
  }

  /// The checksum of the rows that a side has inserted, read by C.
  func checksum(of table: String) throws -> UInt64 {
    try control.prepare(PostgreSQLSQL.rows(of: table)).tracks().checksum
  }

  /// A side whose checksum is the number of connections that the server says were made.
  func connecting(run: @escaping @MainActor () throws -> Void) -> Side {
    var before: UInt64 = 0
    return Side(
      before: { [self] in before = try sessions() }, run: run, checksum: { [self] in try sessions() - before })
  }

  /// The same for a side that times itself.
  func connecting(timed run: @escaping @MainActor () throws -> Cost) -> Side {
    Side(timed: { [self] in
      let before = try sessions()
      let cost = try run()
      return Side.Round(cost: cost, checksum: try sessions() - before)
    })
  }

  /// The number of sessions that the database has had. One is counted for certain once it has ended, a moment after its
  /// client has closed it.
  private func sessions() throws -> UInt64 {
    let others = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      """
    for _ in 0..<10_000 {
      if try control.number(others) == 0 {
        return try control.number("SELECT sessions FROM pg_stat_database WHERE datname = current_database()")
      }
      usleep(1000)
    }
    throw LingeringSessions()
  }
}

/// Connections that were closed are still there.
struct LingeringSessions: Error, CustomStringConvertible {
  var description: String { "sessions of the database bench have not ended within ten seconds" }
}
