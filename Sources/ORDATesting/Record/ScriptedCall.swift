public import ORDA

/// A request to a scripted database.
public struct ScriptedCall: Sendable, Hashable {
  /// A request to a connection.
  public enum Request: Sendable, Hashable {
    /// The connection is opened, to write or to read.
    case open(ConnectionRole)
    /// A statement is prepared.
    case prepare(sql: String)
    /// A statement is run.
    case run(ScriptedStatement)
    /// A number of elements of a batch run together; each follows as a ``run(_:)``.
    case array(count: Int)
    /// A transaction begins.
    case begin(TransactionOptions)
    /// A transaction is committed.
    case commit
    /// A transaction is rolled back.
    case rollback
    /// A savepoint is set.
    case savepoint(String)
    /// A savepoint is forgotten, and what was done since is kept.
    case release(savepoint: String)
    /// What was done since a savepoint is undone.
    case rollbackTo(savepoint: String)
    /// A sign of life is asked for.
    case ping
    /// What was left in the session is undone.
    case resetSession
    /// The names of tables are asked for.
    case tables
    /// Warnings are asked for.
    case warnings
    /// A prepared statement is released.
    case finalize(sql: String)
    /// The connection is closed.
    case close
  }

  /// The connection, counted from 1 in the order of opening.
  public let connection: Int
  /// What it is asked for.
  public let request: Request

  /// The line of ``ScriptedDatabase/transcript``; nil for what is neither a statement nor the beginning or end of a
  /// transaction.
  var line: String? {
    switch request {
    case .run(let statement): statement.description
    case .begin(let options):
      "BEGIN" + (options.isReadOnly ? " READ ONLY" : "") + (options.isolation.map { " \($0)" } ?? "")
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .savepoint: "SAVEPOINT"
    case .release: "RELEASE SAVEPOINT"
    case .rollbackTo: "ROLLBACK TO SAVEPOINT"
    default: nil
    }
  }
}
