import CFloor
import CMariaDBFloor
import Foundation
import ORDA
import ORDAMariaDB

/// Commits of another client on a MariaDB server, by its binary log. Two clients and the server share one processor, as in
/// the suite "mariadb" and for the same reason.
@MainActor
enum MariaDBLatency {
  // Each side has a table of its own: nobody is to hear of the other's commits.

  static func floor(_ data: LiveData) throws -> Side {
    let server = try MariaDBServer(logged: true)
    Placement.writer.take()
    let table = "latency_floor"
    let writer = try ClientWriter(server, table)
    return latencySide(data.commits, writer, try LogListener(server, table))
  }

  static func ours(_ data: LiveData) throws -> Side {
    let server = try MariaDBServer(logged: true)
    Placement.writer.take()
    let table = "latency_ours"
    let writer = try ClientWriter(server, table)
    try MariaDB.register()
    return latencySide(data.commits, writer, try EntryListener(ORDA.open(server.url), table, "number"))
  }
}

/// Another client, in C. The time counts from the moment when its statement is sent: on one processor the log arrives before
/// the statement's answer does.
private final class ClientWriter: LatencyWriter {
  private let connection: MariaDBFloor.Connection
  private let table: String
  private var moment: Int64 = 0

  init(_ server: MariaDBServer, _ table: String) throws {
    self.table = table
    let first = try MariaDBFloor.Connection(server, isNew: true)
    try first.execute("CREATE DATABASE IF NOT EXISTS bench")
    connection = try MariaDBFloor.Connection(server)
    try connection.execute("CREATE TABLE IF NOT EXISTS \(table) (id INT PRIMARY KEY, number INT NOT NULL)")
    try connection.execute("REPLACE INTO \(table) VALUES (\(Commits.key), 0)")
  }

  func begin(_ number: Int64) throws {
    moment = cf_now()
    try connection.execute("UPDATE \(table) SET number = \(number) WHERE id = \(Commits.key)")
  }

  func end() throws -> Int64 { moment }
}

/// The floor: a thread that decodes the rows of the log.
private final class LogListener: LatencyListener {
  private let heard = Heard()
  private let follower: MariaDBFloor.Follower

  init(_ server: MariaDBServer, _ table: String) throws {
    let follower = try MariaDBFloor.Follower(server, serverID: 4_000_001)
    self.follower = follower
    Thread { [heard] in
      while follower.next(table) != nil { heard.now() }
    }.start()
  }

  isolated deinit { follower.stop() }

  func arm() {}

  func wait() throws -> (moment: Int64, number: Int64?) { (try heard.wait(), nil) }
}

extension MariaDBFloor {
  /// A connection that is sent the log.
  ///
  /// Unchecked, because its pointer never changes and one thread alone reads the log; stopping it is made for another one.
  final class Follower: @unchecked Sendable {
    private let connection: Connection
    private let handle: OpaquePointer?

    init(_ server: MariaDBServer, serverID: UInt32) throws {
      connection = try Connection(server)
      handle = try connection.follow(as: serverID)
    }

    deinit { cm_free_follower(handle) }

    /// The number that the next UPDATE of a table has set; nil where there is no more.
    func next(_ table: String) -> Int32? {
      var number: Int32 = 0
      return cm_next_change(handle, table, &number) == 1 ? number : nil
    }

    func stop() { cm_stop_following(handle) }
  }
}
