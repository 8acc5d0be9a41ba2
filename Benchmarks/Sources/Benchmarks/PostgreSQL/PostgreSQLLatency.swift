import CFloor
import Foundation
import ORDA
import ORDAPostgreSQL

/// Commits of another client, by the server's log.
@MainActor
enum PostgreSQLLatency {
  // Each side has a table of its own: nobody is to hear of the other's commits.

  static func floor(_ data: PostgreSQLData) throws -> Side {
    let writer = try ClientWriter(data.server, "latency_floor")
    return latencySide(data.commits, writer, try LogListener(data.server, "latency_floor"))
  }

  static func ours(_ data: PostgreSQLData) throws -> Side {
    let table = "latency_ours"
    let writer = try ClientWriter(data.server, table)
    try PostgreSQL.register()
    // Nothing but the log will do: without it this fails.
    let governor = try ORDA.open(data.server.url + "?changes=log")
    return latencySide(data.commits, writer, try EntryListener(governor, table, "number"))
  }
}

/// Another client, in C. The time counts from the moment when its statement is sent: on one processor the log may arrive
/// before the statement's answer does.
private final class ClientWriter: LatencyWriter {
  private let connection: PostgreSQLFloor.Connection
  private let table: String
  private var moment: Int64 = 0

  init(_ server: PostgreSQLServer, _ table: String) throws {
    self.table = table
    connection = try PostgreSQLFloor.Connection(server)
    // As is the server's default: else the commit comes to the log's readers when the server writes its log anyway, up to
    // a fifth of a second later.
    try connection.execute("SET synchronous_commit = on; SET client_min_messages = warning")
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(table) (id INT PRIMARY KEY, number INT NOT NULL);
      INSERT INTO \(table) VALUES (\(Commits.key), 0) ON CONFLICT (id) DO UPDATE SET number = 0
      """)
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
  private let follower: PostgreSQLFloor.Follower

  init(_ server: PostgreSQLServer, _ table: String) throws {
    let publication = "floor_\(table)"
    let connection = try PostgreSQLFloor.Connection(server)
    try connection.execute("SET client_min_messages = warning; DROP PUBLICATION IF EXISTS \(publication)")
    try connection.execute("CREATE PUBLICATION \(publication) FOR TABLE \(table)")
    let follower = try PostgreSQLFloor.Follower(server, publication: publication)
    self.follower = follower
    Thread { [heard] in
      while let number = follower.next() { heard.now(Int64(number)) }
    }.start()
  }

  isolated deinit { follower.stop() }

  func arm() {}

  func wait() throws -> (moment: Int64, number: Int64?) { (try heard.wait(), heard.number) }
}
