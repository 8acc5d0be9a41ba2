/// A text that no description, log line or dump shows: what a driver keeps a password or a key in.
///
/// `OptionValues.password(of:)` gives the text itself; whatever holds it for longer holds it as this.
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
