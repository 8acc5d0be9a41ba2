/// One option and its current value; secrets are already masked.
public struct ExplainedOption: Sendable, Hashable {
  /// The option's name, as in its table.
  public let name: String
  /// The current value, as it would be written; nil for none.
  public let value: String?
  /// The value if the URL has none; nil for none.
  public let defaultValue: String?
  /// True if the URL sets it.
  public let isSet: Bool
  /// What it does, in one sentence.
  public let summary: String
}
