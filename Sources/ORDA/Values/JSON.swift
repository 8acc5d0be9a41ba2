#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Any Codable value, stored in one column as JSON. In a column of PostgreSQL that is an array, `JSON([1, 2])` is that array.
///
/// Keys are sorted, so equal contents make equal text. Dates are written like ``Instant``, and are also read from
/// numbers, as seconds since 1970; Data is base64.
public struct JSON<Content: Codable & Sendable>: Sendable {
  /// The content.
  public var content: Content

  /// Wraps a value.
  public init(_ content: Content) { self.content = content }
}

extension JSON: Equatable where Content: Equatable {}
extension JSON: Hashable where Content: Hashable {}

extension JSON: Codable {
  /// Decodes the content itself.
  public init(from decoder: any Decoder) throws { content = try Content(from: decoder) }
  /// Encodes the content itself.
  public func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

extension JSON: ValueConvertible, ColumnValue {
  /// The JSON's text.
  ///
  /// - Throws: `.typeMismatch` if the content refuses to be encoded.
  public func value() throws(DatabaseError) -> Value { .json(try JSONText.encode(content)) }

  /// Reads JSON, text, bytes that are the text in UTF-8, and arrays of PostgreSQL.
  public init(value: Value) throws(DatabaseError) {
    guard let json = try value.json() else { throw .mismatch(value, as: Self.self) }
    content = try JSONText.decode(Content.self, from: json)
  }
}

extension Value {
  /// The JSON of a value that has some; nil for any other.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch` for the malformed text of an array.
  func json() throws(DatabaseError) -> Data? {
    switch self {
    case .text(let text), .json(let text): Data(text.utf8)
    case .bytes(let bytes): Data(bytes)
    case .other(let type, let bytes) where ArrayText.isArray(type): try ArrayText.json(of: bytes, type: type)
    default: nil
    }
  }
}
