#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Any Codable value, stored in one column as JSON.
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

  /// From JSON, from text, and from bytes that are the text in UTF-8.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .json(let text), .text(let text): content = try JSONText.decode(Content.self, from: Data(text.utf8))
    case .bytes(let bytes): content = try JSONText.decode(Content.self, from: Data(bytes))
    default: throw .mismatch(value, as: Self.self)
    }
  }
}
