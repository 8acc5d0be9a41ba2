import CFloor
import CMariaDBFloor
import Foundation

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

    /// Inserts objects of a shelf.
    func insert(_ objects: [(id: UUID, revision: Int64, json: Data)]) throws {
      let ids = objects.map(\.id)
      let texts = objects.map { $0.json as NSData }
      let code = ids.withUnsafeBytes { ids in
        let all = objects.indices.map { index in
          cm_object(
            id: ids.baseAddress.map { $0 + 16 * index }, json: texts[index].bytes.assumingMemoryBound(to: CChar.self),
            count: texts[index].length, revision: objects[index].revision)
        }
        return cm_insert_objects(handle, all, all.count)
      }
      withExtendedLifetime(texts) {}
      try check(code, ())
    }

    /// An object's revision and JSON.
    func object(_ id: UUID) throws -> (revision: Int64, json: Data) {
      var (revision, text) = (Int64(0), cf_text())
      let code = withUnsafeBytes(of: id.uuid) { cm_read_object(handle, $0.baseAddress, &revision, &text) }
      try check(code, ())
      return (revision, Data(bytesNoCopy: text.bytes, count: Int(text.count), deallocator: .free))
    }

    /// Replaces an object's row.
    func replace(_ id: UUID, _ revision: Int64, _ json: Data) throws {
      let code = withUnsafeBytes(of: id.uuid) { id in
        json.withUnsafeBytes { bytes in
          var object = cm_object(
            id: id.baseAddress, json: bytes.bindMemory(to: CChar.self).baseAddress, count: bytes.count,
            revision: revision)
          return cm_replace_object(handle, &object)
        }
      }
      try check(code, ())
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
