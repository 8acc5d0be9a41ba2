import CMariaDBFloor

extension MariaDBFloor {
  /// A connection of the floor, used by one thread at a time.
  final class Connection {
    private let handle: OpaquePointer

    /// Connects to the suite's database; without one if it is not made yet.
    init(_ server: MariaDBServer, isNew: Bool = false) throws {
      var handle: OpaquePointer?
      let code = server.withAddress { cm_connect($0, isNew ? 1 : 0, &handle) }
      guard let handle else { throw MariaDBFloorError(code: code, message: "out of memory") }
      self.handle = handle
      try check(code)
    }

    deinit { cm_close(handle) }

    func setUp(_ statement: String, _ question: String, _ second: String) throws {
      try check(cm_set_up(handle, statement, question, second))
    }

    func execute(_ sql: String) throws {
      try check(cm_execute(handle, sql))
    }

    func prepare(_ sql: String) throws -> Statement {
      var statement: OpaquePointer?
      try check(cm_prepare(handle, sql, &statement))
      guard let statement else { throw MariaDBFloorError(code: 0, message: "out of memory") }
      return Statement(statement, of: self)
    }

    /// Has the log sent on this connection, which is of no other use then.
    func follow(as serverID: UInt32) throws -> OpaquePointer? {
      var follower: OpaquePointer?
      do {
        try check(cm_follow(handle, serverID, &follower))
      } catch {
        cm_free_follower(follower)
        throw error
      }
      return follower
    }

    /// The number of connections that the server has taken so far.
    func connections() throws -> UInt64 {
      var count: UInt64 = 0
      try check(cm_connections(handle, &count))
      return count
    }

    private func check(_ code: Int32) throws {
      guard code == 0 else { throw MariaDBFloorError(code: code, message: String(cString: cm_message(handle))) }
    }
  }

  /// A prepared statement of the floor.
  final class Statement {
    private let handle: OpaquePointer
    private let connection: Connection

    fileprivate init(_ handle: OpaquePointer, of connection: Connection) {
      self.handle = handle
      self.connection = connection
    }

    deinit { cm_finalize(handle) }

    func tracks() throws -> FloorRows<cm_track> {
      var rows = cm_tracks()
      let code = cm_scan(handle, &rows)
      return try check(code, .tracks(rows))
    }

    func tracks(_ keys: [Int64]) throws -> FloorRows<cm_track> {
      var rows = cm_tracks()
      let code = cm_lookup(handle, keys, keys.count, &rows)
      return try check(code, .tracks(rows))
    }

    func insert(_ rows: FloorRows<cm_track>) throws {
      try check(cm_insert(handle, rows.first, rows.count), ())
    }

    private func check<Product>(_ code: Int32, _ product: Product) throws -> Product {
      guard code == 0 else {
        throw MariaDBFloorError(code: code, message: String(cString: cm_statement_message(handle)))
      }
      return product
    }
  }
}

extension FloorRows<cm_track> {
  static func tracks(_ rows: cm_tracks) -> FloorRows {
    FloorRows(
      rows.rows, rows.count,
      sum: { withUnsafePointer(to: rows) { cm_sum($0) } },
      free: { withUnsafePointer(to: rows) { cm_free($0) } })
  }
}

/// The server's or the client library's own error.
struct MariaDBFloorError: Error, CustomStringConvertible {
  let code: Int32
  let message: String

  var description: String { "MariaDB \(code): \(message)" }
}
