/// One cell, for a type that encodes a single value, such as an enum with its raw value.
///
/// A type that asks for keys or elements is encoded as JSON afterwards, and what it encodes here is discarded.
final class CellEncoder: Encoder, SingleValueEncodingContainer {
  private let sink: RowSink
  /// What was encoded; NULL is a ``Value`` too.
  var result: Value?
  /// True if the type asked for more than a single value.
  var needsJSON = false

  init(_ sink: RowSink) { self.sink = sink }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    needsJSON = true
    return KeyedEncodingContainer(NowhereKeyedEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    needsJSON = true
    return NowhereEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { result = .null }

  func encode<T: Encodable>(_ value: T) throws {
    if sink.native(T.self) != nil, let native = value as? any ValueConvertible {
      result = try native.value()
    } else {
      try value.encode(to: self)
    }
  }
}

/// A row as a single value: a type that only wraps another encodes that one's columns.
struct RowSingleEncoding: SingleValueEncodingContainer {
  let encoder: RowEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil() throws { throw RowEncoder.nameless(Never?.self) }

  func encode<T: Encodable>(_ value: T) throws { try encoder.encode(value) }
}

/// Takes keyed values that will be encoded again, as JSON.
struct NowhereKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: CellEncoder

  var codingPath: [any CodingKey] { [] }
  func encodeNil(forKey key: Key) throws {}
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {}
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(NowhereKeyedEncoding<Nested>(encoder: encoder)) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { NowhereEncoding(encoder: encoder) }
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// Takes elements that will be encoded again, as JSON.
struct NowhereEncoding: UnkeyedEncodingContainer {
  let encoder: CellEncoder
  var count = 0

  var codingPath: [any CodingKey] { [] }
  mutating func encodeNil() throws { count += 1 }
  mutating func encode<T: Encodable>(_ value: T) throws { count += 1 }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    count += 1
    return KeyedEncodingContainer(NowhereKeyedEncoding<Nested>(encoder: encoder))
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return NowhereEncoding(encoder: encoder)
  }
  mutating func superEncoder() -> any Encoder {
    count += 1
    return encoder
  }
}
