import Foundation
import ORDA
internal import ORDAThreads

/// Looks at what a governor has left behind, on a connection of its own.
struct Judge: Sendable {
  let db: any Governor

  init(_ url: String, _ configuration: GovernorConfiguration) async throws {
    // One connection without statements of its own.
    db = try await ORDA.open(Chaos.url(url, with: "pool.max=1&statement-cache=0"), configuration: configuration)
  }

  private var isServer: Bool { db.driverName == "MariaDB" }

  /// What others hold on the server.
  struct HeldThings: Equatable {
    var connections = 0
    var transactions = 0
    var statements = 0
  }

  /// What is held now, but for what this connection holds.
  func heldThings() throws -> HeldThings {
    var held = HeldThings()
    guard isServer else { return held }
    held.connections = try number(
      "SELECT count(*) FROM information_schema.processlist WHERE id <> connection_id() AND user <> 'system user'")
    held.transactions = try number(
      "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_mysql_thread_id <> connection_id()")
    held.statements = try number(
      """
      SELECT CAST(variable_value AS INT) FROM information_schema.global_status
      WHERE variable_name = 'PREPARED_STMT_COUNT'
      """)
    return held
  }

  private func number(_ sql: SQL) throws -> Int { try db.first(Int.self, sql) ?? -1 }

  /// What is left of what was not there before.
  func leftovers(since before: HeldThings) throws -> [String] {
    var now = HeldThings()
    // The server ends those that were cut when it comes to read from them.
    for _ in 0..<300 {
      now = try heldThings()
      if now.connections <= before.connections, now.transactions <= before.transactions,
        now.statements <= before.statements
      {
        return locks()
      }
      usleep(50_000)
    }
    return ["left behind: \(now), and before there were: \(before)"] + locks()
  }

  /// Locks that somebody still holds: of rows and tables, and by name.
  private func locks() -> [String] {
    var faults: [String] = []
    do {
      if isServer {
        // It waits for whoever holds a lock on the table or what it is made of.
        for table in ["orda_account", "orda_journal"] {
          try db.execute("ALTER TABLE \(identifier: table) WAIT 5 COMMENT = 'nobody holds it'")
        }
      } else {
        let isBusy = try number("PRAGMA wal_checkpoint(TRUNCATE)")
        if isBusy != 0 { faults.append("somebody still reads or writes the file") }
      }
      for name in Chaos.lockNames { try db.withLock(named: name, timeout: .seconds(5)) { try $0.check() } }
    } catch {
      faults.append("a lock is left: \(error)")
    }
    return faults
  }
}
