/// A name by which a part of a program recognises its own changes among those on the same governor.
///
/// ```swift
/// try db.transaction(mark: "editor") { tx in … }
/// ```
public struct ChangeMark: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name; any text.
  public let name: String

  /// A mark of a name.
  public init(_ name: String) { self.name = name }
  /// A mark of a name.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}
