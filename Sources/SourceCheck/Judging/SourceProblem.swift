/// What is wrong with a statement, and where.
public struct SourceProblem: Sendable, Hashable {
  /// The file, as it was named.
  public var path: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in bytes.
  public var column: Int
  /// The name of what is wrong: a kind of ``DatabaseError``.
  public var kind: String
  /// What is wrong.
  public var message: String
}

/// The verdict on a statement.
public enum Verdict: Sendable {
  /// It is right, as far as can be seen.
  case right
  /// It is wrong.
  case wrong([SourceProblem])
  /// It can't be judged.
  case unjudged(String)
}
