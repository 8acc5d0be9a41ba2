/// A step of a connection that is not a statement: opening it, and beginning and ending transactions.
///
/// Steps without an expectation succeed, so a script names those that matter: a commit that fails, or one that must
/// come before something else.
public struct ScriptedStep: Sendable, Hashable, CustomStringConvertible {
  /// The name, in SQL if there are words for it.
  public let description: String

  /// A connection is opened. This can be delayed and fail, but not wait to be stopped.
  public static let open = ScriptedStep(description: "opening a connection")
  /// A transaction begins.
  public static let begin = ScriptedStep(description: "BEGIN")
  /// A transaction is committed. If that fails with `connectionLost`, the program sees `commitUnknown`.
  public static let commit = ScriptedStep(description: "COMMIT")
  /// A transaction is rolled back.
  public static let rollback = ScriptedStep(description: "ROLLBACK")
  /// A nested transaction begins.
  public static let savepoint = ScriptedStep(description: "SAVEPOINT")
  /// A nested transaction ends, and is kept.
  public static let release = ScriptedStep(description: "RELEASE SAVEPOINT")
  /// A nested transaction ends, and is undone.
  public static let rollbackToSavepoint = ScriptedStep(description: "ROLLBACK TO SAVEPOINT")
  /// The database is asked for a sign of life.
  public static let ping = ScriptedStep(description: "ping")

  /// The names of tables are asked for.
  package static let tables = ScriptedStep(description: "the names of the tables")
  /// An idle connection is checked; if this fails, the connection has ended meanwhile.
  package static let idle = ScriptedStep(description: "the end of an idle connection")
  /// A connection is returned; if this fails, it is useless.
  package static let useless = ScriptedStep(description: "a connection of no more use")
}
