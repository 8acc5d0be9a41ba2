/// The name of a column, a table, a parameter or the like, as databases compare names: byte by byte.
///
/// Swift's `String` compares texts by the characters that they show, so that "é" as one code point equals "é" as an "e" and an
/// accent. For a database these are two names, and a table may have both. Use this type for keys of dictionaries and members
/// of sets, and `String.hasSameBytes(as:)` to compare two names.
public struct SQLName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as it is written, unquoted.
  public let text: String

  /// Creates a name from its text, unquoted.
  public init(_ text: String) { self.text = text }

  /// Creates a name from a literal, unquoted.
  public init(stringLiteral text: String) { self.text = text }

  /// Whether two names consist of the same bytes.
  public static func == (left: SQLName, right: SQLName) -> Bool { left.text.hasSameBytes(as: right.text) }

  /// Hashes the name. Names that only Swift takes for equal have the same hash value, which is harmless.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The name as it is written.
  public var description: String { text }
}

extension String {
  /// Whether two names, or two values of text, consist of the same bytes, as databases compare them.
  ///
  /// `==` is also true for texts that consist of different code points and show the same characters.
  public func hasSameBytes(as other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    guard left.count == right.count else { return false }
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }
}

extension Sequence<String> {
  /// Whether one of the names consists of the same bytes as another name.
  package func containsName(_ name: String) -> Bool { contains { $0.hasSameBytes(as: name) } }
}

extension Collection<String> {
  /// The place of the first name that consists of the same bytes as another name, or nil.
  package func firstIndex(ofName name: String) -> Index? { firstIndex { $0.hasSameBytes(as: name) } }
}
