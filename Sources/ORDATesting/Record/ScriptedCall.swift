public import ORDA

/// Something that a scripted database was asked to do.
public struct ScriptedCall: Sendable, Hashable {
  /// What a connection is asked for.
  public enum Request: Sendable, Hashable {
    /// The connection is opened, to write or to read.
    case open(ConnectionRole)
    /// A statement is prepared.
    case prepare(sql: String)
    /// A statement is run.
    case run(ScriptedStatement)
    /// So many elements of a batch are run together; each follows as a ``run(_:)``.
    case array(count: Int)
    /// A transaction begins.
    case begin(TransactionOptions)
    /// A transaction is made permanent.
    case commit
    /// A transaction is undone.
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
    /// A prepared statement is let go.
    case finalize(sql: String)
    /// The connection is closed.
    case close
  }

  /// The connection, counted from 1 in the order of their opening.
  public let connection: Int
  /// What it is asked for.
  public let request: Request

  /// The line of ``ScriptedDatabase/transcript``; nil for what is neither a statement nor a transaction's bound.
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
