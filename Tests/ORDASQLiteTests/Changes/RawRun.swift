import CSQLite
import ORDA
import ORDASQLite

/// Runs a statement by the raw handle of a leased connection; its result code.
func rawRun(_ sql: String, _ connection: Connection) throws -> Int32 {
  try SQLite.withHandle(connection) { sqlite3_exec($0, sql, nil, nil, nil) }
}

/// Runs a statement on this thread, also where a test is asynchronous.
func run(_ sql: SQL, on db: any Governor) throws { try db.execute(sql) }

/// Runs a transaction on this thread, also where a test is asynchronous.
func inTransaction(_ db: any Governor, _ body: (Transaction) throws -> Void) throws { try db.transaction(body) }
