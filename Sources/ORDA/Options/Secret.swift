/// A text that no description, log line or dump shows: drivers keep passwords and keys in it.
///
/// `OptionValues.password(of:)` returns the text itself; keep it as this for longer.
public struct Secret: Sendable, Hashable {
  /// The text itself.
  public let text: String

  /// A secret of a text.
  public init(_ text: String) { self.text = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `***`
  public var description: String { SecretName.mask }
  /// `***`
  public var debugDescription: String { SecretName.mask }
  /// What `dump` shows: nothing of it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
