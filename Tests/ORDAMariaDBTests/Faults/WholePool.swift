import Foundation
import ORDA
import Testing

/// Expects a pool to be whole after a fault: as many connections as it may have are lent at once, used, and given back, and the
/// statistics agree.
func expectWhole(_ db: any Governor, sourceLocation: SourceLocation = #_sourceLocation) {
  let maximum = db.statistics.maximum
  do {
    try Threads.onConnections(maximum, of: db) { _, connection in
      let one = try connection.first(Int.self, "SELECT ?", 1)
      #expect(one == 1, sourceLocation: sourceLocation)
    }
  } catch {
    Issue.record("a full set can't be lent: \(error)", sourceLocation: sourceLocation)
  }
  #expect(eventually { db.statistics.active + db.statistics.opening == 0 }, sourceLocation: sourceLocation)
  let statistics = db.statistics
  let closed = statistics.closed.values.reduce(0, +)
  #expect(statistics.waiting == 0, sourceLocation: sourceLocation)
  #expect(
    statistics.connections == maximum && statistics.idle == maximum, "\(statistics)", sourceLocation: sourceLocation)
  #expect(statistics.opened - closed == maximum, "\(statistics)", sourceLocation: sourceLocation)
}

/// Expects the server to have of a pool what the pool says: as many connections of an account, and nothing open on them.
///
/// - Parameter watcher: A governor of another account.
func expectNothingLeft(
  of db: any Governor, user: String, _ watcher: any Governor, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let connections = db.statistics.connections
  #expect(
    try eventually {
      try watcher.first(Int.self, "SELECT count(*) FROM information_schema.processlist WHERE user = ?", user)
        == connections
    }, sourceLocation: sourceLocation)
  let transactions = try watcher.first(
    Int.self,
    """
    SELECT count(*) FROM information_schema.innodb_trx JOIN information_schema.processlist ON id = trx_mysql_thread_id
    WHERE user = ?
    """, user)
  #expect(transactions == 0, sourceLocation: sourceLocation)
}

extension ThrowawayServer {
  /// Opens it as root, after it has made the account `app` and the database `music` with a table.
  func prepared() throws -> any Governor {
    let root = try open()
    try root.executeScript(
      """
      CREATE DATABASE music; CREATE TABLE music.t (id INT PRIMARY KEY, s VARCHAR(200)) ENGINE=InnoDB;
      CREATE USER app@'%'; GRANT ALL ON music.* TO app@'%'
      """)
    return root
  }
}
