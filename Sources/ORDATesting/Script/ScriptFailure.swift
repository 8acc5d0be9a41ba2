/// What came unexpectedly, and what was expected and did not come.
public struct ScriptFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The failures, in the order of discovery; each names a statement, its values, and what was expected.
  public let failures: [String]

  /// The failures, a line each.
  public var description: String { failures.joined(separator: "\n") }
}
