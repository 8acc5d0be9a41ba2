/// A statement, or a part of one, in which values are bound and never pasted.
///
/// A literal is SQL as it stands; a value interpolated into it becomes a parameter:
///
/// ```swift
/// let name = "Robert'); DROP TABLE genre; --"
/// try db.query("SELECT * FROM genre WHERE name = \(name)")             // one bound value, whatever is in it
/// try db.query("SELECT * FROM genre WHERE id IN \(in: [1, 2, 3])")     // three
/// try db.query("SELECT * FROM genre WHERE id IN \(list: ids)")         // one, however many ids there are
/// try db.query("SELECT \(identifier: column) FROM genre")              // quoted as the database wants it
/// ```
///
/// A variable of type `String` is not accepted as SQL: the compiler refuses it, even a `String` made by interpolation.
/// Text made at run time is marked, as ``init(text:)`` or `\(raw: text)`, so that you can search for each place that
/// could paste a stranger's text into a statement.
public struct SQL: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The byte for a bound value in the text. Unlike `?` it can't be a parameter that the user wrote.
  static let marker: UInt8 = 0x01
  /// ``marker`` as text.
  static let markerText = "\u{1}"

  /// An identifier that is quoted when the dialect is known.
  struct Identifier: Sendable {
    /// Its place in the text's UTF-8.
    var offset: Int
    /// Its parts, joined by dots; none for an empty list, which databases write differently too.
    var names: [String]
    /// The statements of an upsert, which can't be combined with others in a text.
    var upsert: UpsertTexts?
  }

  /// The text without identifiers, in which a ``marker`` stands for each bound value.
  var text: String
  /// The identifiers, in the order of their offsets.
  var identifiers: [Identifier] = []
  /// The bound values, in the order of their markers; nil is NULL.
  public internal(set) var bindings: [(any ValueConvertible)?] = []
  /// True if one of them is a list.
  var hasLists = false

  /// SQL from text made at run time, taken as it is.
  ///
  /// Nothing in it is quoted or bound, so no part of it may come from a stranger. It may contain parameters (`?`, `?1`,
  /// `:name`), whose values are given when it is executed. It may not contain the character U+0001 outside quotes.
  public init(text: String) { self.text = text }

  /// SQL from a literal.
  public init(stringLiteral value: String) { text = value }

  /// SQL from a literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

  /// Appends another piece with its identifiers and bound values.
  mutating func append(_ other: SQL) {
    if !other.identifiers.isEmpty {
      let shift = text.utf8.count
      for identifier in other.identifiers {
        var shifted = identifier
        shifted.offset += shift
        identifiers.append(shifted)
      }
    }
    text += other.text
    if !other.bindings.isEmpty { bindings += other.bindings }
    if other.hasLists { hasLists = true }
  }

  /// Two pieces, one after another, with nothing between them.
  public static func + (left: SQL, right: SQL) -> SQL {
    var sum = left
    sum.append(right)
    return sum
  }

  /// Appends a piece, with nothing between.
  public static func += (left: inout SQL, right: SQL) { left.append(right) }
}
