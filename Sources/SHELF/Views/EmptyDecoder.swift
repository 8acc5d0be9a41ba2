/// Decodes an object from nothing: strings are empty, numbers zero, lists empty, and optionals nil.
///
/// It makes the object that a view shows before one exists, for types that offer no other way.
struct EmptyDecoder: Decoder {
  let id: ShelfId
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  /// An empty value of a type, if there is one that anybody would call empty.
  fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let id = id as? Value { return id }
    // An enum is its first case.
    if let first = (type as? any CaseIterable.Type).flatMap({ firstCase($0) as? Value }) { return first }
    return try Value(from: self)
  }

  private func firstCase(_ type: any CaseIterable.Type) -> Any? {
    func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }
    return first(type)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: EmptyDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.value(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? { nil }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder.unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: EmptyDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    func decodeNil() throws -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
      try decoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
    func superDecoder() throws -> any Decoder { decoder }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: EmptyDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { true }
    func decode(_ type: Bool.Type) throws -> Bool { false }
    func decode(_ type: String.Type) throws -> String { "" }
    func decode(_ type: Double.Type) throws -> Double { 0 }
    func decode(_ type: Float.Type) throws -> Float { 0 }
    func decode(_ type: Int.Type) throws -> Int { 0 }
    func decode(_ type: Int8.Type) throws -> Int8 { 0 }
    func decode(_ type: Int16.Type) throws -> Int16 { 0 }
    func decode(_ type: Int32.Type) throws -> Int32 { 0 }
    func decode(_ type: Int64.Type) throws -> Int64 { 0 }
    func decode(_ type: UInt.Type) throws -> UInt { 0 }
    func decode(_ type: UInt8.Type) throws -> UInt8 { 0 }
    func decode(_ type: UInt16.Type) throws -> UInt16 { 0 }
    func decode(_ type: UInt32.Type) throws -> UInt32 { 0 }
    func decode(_ type: UInt64.Type) throws -> UInt64 { 0 }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
  }
}
