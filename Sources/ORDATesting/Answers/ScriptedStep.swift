/// A step of a connection that is no statement: what opens it, and what begins and ends a transaction.
///
/// Steps that no expectation names succeed, so a script names those that matter: a commit that fails, or one that has to
/// come before something else.
public struct ScriptedStep: Sendable, Hashable, CustomStringConvertible {
  /// The name, in SQL's words where it has some.
  public let description: String

  /// A connection is opened. It can be delayed and fail, but not wait for its being stopped.
  public static let open = ScriptedStep(description: "opening a connection")
  /// A transaction begins.
  public static let begin = ScriptedStep(description: "BEGIN")
  /// A transaction is made permanent. One that fails with `connectionLost` is told to the program as
  /// `commitUnknown`.
  public static let commit = ScriptedStep(description: "COMMIT")
  /// A transaction is undone.
  public static let rollback = ScriptedStep(description: "ROLLBACK")
  /// A transaction within a transaction begins.
  public static let savepoint = ScriptedStep(description: "SAVEPOINT")
  /// A transaction within a transaction ends, and is kept.
  public static let release = ScriptedStep(description: "RELEASE SAVEPOINT")
  /// A transaction within a transaction ends, and is undone.
  public static let rollbackToSavepoint = ScriptedStep(description: "ROLLBACK TO SAVEPOINT")
  /// The database is asked for a sign of life.
  public static let ping = ScriptedStep(description: "ping")

  /// The names of tables are asked for.
  package static let tables = ScriptedStep(description: "the names of the tables")
  /// A connection that nobody used is looked at; where it fails, the connection has ended meanwhile.
  package static let idle = ScriptedStep(description: "the end of an idle connection")
  /// A connection is given back; where it fails, it is of no more use.
  package static let useless = ScriptedStep(description: "a connection of no more use")
}
