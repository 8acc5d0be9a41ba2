import CPostgreSQLFloor

extension PostgreSQLFloor {
  /// A connection of the floor, used by one thread at a time.
  final class Connection {
    private let handle: OpaquePointer
    private var names = 0

    /// Connects to the suite's database, or to another one.
    init(_ server: PostgreSQLServer, database: String = PostgreSQLServer.database) throws {
      var handle: OpaquePointer?
      let worked = server.withAddress { cp_connect($0, database, &handle) }
      guard let handle else { throw PostgreSQLFloorError(message: "out of memory") }
      self.handle = handle
      try check(worked)
    }

    deinit { cp_close(handle) }

    func execute(_ sql: String) throws { try check(cp_execute(handle, sql)) }

    func number(_ sql: String) throws -> UInt64 {
      var number: UInt64 = 0
      try check(cp_number(handle, sql, &number))
      return number
    }

    /// Prepares a statement with `?` for its parameters.
    func prepare(_ sql: String) throws -> Statement {
      names += 1
      let name = "floor_\(names)"
      try check(cp_prepare(handle, name, PostgreSQLSQL.numbered(sql)))
      return Statement(name, of: self)
    }

    func copy(_ sql: String, _ rows: FloorRows<cp_track>) throws {
      try check(cp_copy(handle, sql, rows.first, rows.count))
    }

    private func check(_ worked: Int32) throws {
      guard worked != 0 else { throw PostgreSQLFloorError(message: String(cString: cp_message(handle))) }
    }
  }

  /// A prepared statement of the floor.
  final class Statement {
    private let name: String
    private let connection: Connection

    fileprivate init(_ name: String, of connection: Connection) {
      self.name = name
      self.connection = connection
    }

    func tracks() throws -> FloorRows<cp_track> {
      try connection.read { cp_scan($0, name, &$1) }
    }

    func tracks(_ keys: [Int64]) throws -> FloorRows<cp_track> {
      try connection.read { cp_lookup($0, name, keys, keys.count, &$1) }
    }

    func insert(_ rows: FloorRows<cp_track>) throws { try connection.insert(name, rows) }
  }
}

extension PostgreSQLFloor.Connection {
  fileprivate func read(_ body: (OpaquePointer, inout cp_tracks) -> Int32) throws -> FloorRows<cp_track> {
    var tracks = cp_tracks()
    let worked = body(handle, &tracks)
    // They are freed also after an error.
    let rows = FloorRows<cp_track>.tracks(tracks)
    try check(worked)
    return rows
  }

  fileprivate func insert(_ name: String, _ rows: FloorRows<cp_track>) throws {
    try check(cp_insert(handle, name, rows.first, rows.count))
  }
}

/// The server's or the client library's own error.
struct PostgreSQLFloorError: Error, CustomStringConvertible {
  let message: String

  var description: String { "PostgreSQL: \(message)" }
}
