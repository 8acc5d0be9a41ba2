public import ORDA
public import Testing

/// Statements, and the batches of changes that each of them leads to, a line for each change.
public struct StatementCase: Sendable, CustomTestStringConvertible {
  /// What is special about it.
  public let testDescription: String
  /// What is there before.
  public let setUp: SQL
  /// The statements.
  public let script: String
  /// The lines of each batch.
  public let expected: [[String]]

  /// Statements of which `what` tells what is special about them.
  public init(what: String, setUp: SQL = "", script: String, expected: [[String]]) {
    testDescription = what
    self.setUp = setUp
    self.script = script
    self.expected = expected
  }
}
