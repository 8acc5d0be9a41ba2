/// Reads a keyed container from a table.
struct KeyedTableDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ODBDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  /// All names, as they are stored. If the database can't be read there are none: the error ends the perform.
  var allKeys: [Key] {
    if let session = decoder.session { _ = session.attempt { try session.loadChildren(of: decoder.node) } }
    return decoder.node.children.nodes.compactMap { Key(stringValue: $0.name.text) }
  }

  func contains(_ key: Key) -> Bool { (decoder.session?.attempt { try child(key) } ?? nil) != nil }

  private func child(_ key: any CodingKey) throws -> ODBDecoder? { try decoder.child(key.stringValue, key) }

  private func requireChild(_ key: any CodingKey) throws -> ODBDecoder {
    guard let child = try child(key) else {
      throw DecodingError.keyNotFound(key, decoder.context("the table contains nothing of the name \(key.stringValue)"))
    }
    return child
  }

  func decodeNil(forKey key: Key) throws -> Bool { try child(key)?.decodeNil() ?? true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try requireChild(key).decode(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try requireChild(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try requireChild(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try requireChild(CodingName.inherited) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try requireChild(key) }
}

/// Reads an unkeyed container from a numbered table.
struct NumberedTableDecoder: UnkeyedDecodingContainer {
  let decoder: ODBDecoder
  let count: Int?
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { currentIndex >= count ?? 0 }

  init(_ decoder: ODBDecoder) throws {
    self.decoder = decoder
    try decoder.session?.loadChildren(of: decoder.node)
    count = decoder.node.children.count
  }

  private func element<T>(for type: T.Type) throws -> ODBDecoder {
    let key = CodingName(index: currentIndex)
    if !isAtEnd, let child = try decoder.child("\(currentIndex + 1)", key) { return child }
    let name = currentIndex + 1
    let text = isAtEnd ? "there are no more elements" : "there are \(count ?? 0) objects, and none of the name \(name)"
    throw DecodingError.valueNotFound(
      type, DecodingError.Context(codingPath: codingPath + [key], debugDescription: text))
  }

  mutating func decodeNil() throws -> Bool {
    guard try element(for: Any?.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let found = try element(for: type).decode(type)
    currentIndex += 1
    return found
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    let found = try element(for: type).container(keyedBy: type)
    currentIndex += 1
    return found
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let found = try element(for: [Any].self).unkeyedContainer()
    currentIndex += 1
    return found
  }

  mutating func superDecoder() throws -> any Decoder {
    let found = try element(for: (any Decoder).self)
    currentIndex += 1
    return found
  }
}
