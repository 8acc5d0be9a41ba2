import CMariaDBFloor

/// The tables of the suite, and the rows that are written into others.
@MainActor
final class MariaDBData {
  /// The way to the server that the sides take.
  let server: MariaDBServer

  /// The number of rows of the table that is read.
  let rows: Int

  /// The keys of one round of lookups, scattered over the table, the same in every run.
  let keys: [Int64]

  /// The rows to be inserted, in C's form and in Swift's.
  let tracks: FloorRows<cm_track>
  private(set) lazy var swiftTracks = tracks.map(Score.init)

  /// The number of connections that one round makes.
  let connections: Int

  private let control: MariaDBFloor.Connection

  /// Makes the database anew.
  init(_ scale: Scale, on server: MariaDBServer) throws {
    self.server = server
    let rows = scale.rows * 10
    self.rows = rows
    // 7919 is prime and no divisor of a count of rows.
    keys = (0..<Int64(scale.rows / 50)).map { $0 * 7919 % Int64(rows) + 1 }
    tracks = .tracks(cm_make(scale.rows * 2))
    connections = scale.rows / 1000
    let first = try MariaDBFloor.Connection(server, isNew: true)
    try first.execute("CREATE OR REPLACE DATABASE bench")
    control = try MariaDBFloor.Connection(server)
    try control.execute(
      """
      CREATE TABLE track (
        id INT PRIMARY KEY, name VARCHAR(32) NOT NULL, score DOUBLE NOT NULL, at DATETIME NOT NULL)
      """)
    try control.execute(
      """
      INSERT INTO track
      SELECT seq, CONCAT('name-', LPAD(seq, 8, '0')), seq + 0.125, TIMESTAMP '2024-01-01 00:00:00' + INTERVAL seq SECOND
      FROM seq_1_to_\(rows)
      """)
    try control.execute("ANALYZE TABLE track")
  }

  private init(_ other: MariaDBData, by server: MariaDBServer) {
    self.server = server
    rows = other.rows
    keys = other.keys
    tracks = other.tracks
    connections = other.connections
    control = other.control
  }

  /// The same data by the Unix socket.
  func bySocket() -> MariaDBData {
    var server = server
    server.usesSocket = true
    return MariaDBData(self, by: server)
  }

  /// Makes a table of a side's own. Returns its name.
  func emptyTable(_ side: String) throws -> String {
    let name = "\(side)_track"
    try control.execute(
      "CREATE OR REPLACE TABLE \(name) (id INT PRIMARY KEY, name VARCHAR(32) NOT NULL, score DOUBLE NOT NULL)")
    return name
  }

  func clear(_ table: String) throws {
    try control.execute("TRUNCATE \(table)")
  }

  /// The checksum of the rows that a side has inserted, read by C.
  func checksum(of table: String) throws -> UInt64 {
    try control.prepare("SELECT id, name, score FROM \(table) ORDER BY id").tracks().checksum
  }

  /// A side whose checksum is the number of connections that the server says were made.
  func connecting(run: @escaping @MainActor () throws -> Void) -> Side {
    var before: UInt64 = 0
    return Side(
      before: { [control] in before = try control.connections() }, run: run,
      checksum: { [control] in try control.connections() - before })
  }

  /// The same for a side that times itself.
  func connecting(timed run: @escaping @MainActor () throws -> Cost) -> Side {
    Side(timed: { [control] in
      let before = try control.connections()
      let cost = try run()
      return Side.Round(cost: cost, checksum: try control.connections() - before)
    })
  }
}
