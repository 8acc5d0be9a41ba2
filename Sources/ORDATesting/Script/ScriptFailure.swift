/// What came that a script did not expect, and what did not come that it did.
public struct ScriptFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in the order in which it was noticed; each names a statement, its values, and what was expected.
  public let failures: [String]

  /// The failures, a line each.
  public var description: String { failures.joined(separator: "\n") }
}
