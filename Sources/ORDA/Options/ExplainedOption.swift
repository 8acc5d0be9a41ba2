/// One option and what is in force for it; secrets are masked already.
public struct ExplainedOption: Sendable, Hashable {
  /// The option's name, as in its table.
  public let name: String
  /// The value in force, as it would be written; nil for none.
  public let value: String?
  /// The value where the URL has none; nil for none.
  public let defaultValue: String?
  /// True if the URL sets it.
  public let isSet: Bool
  /// What it does, in one sentence.
  public let summary: String
}
