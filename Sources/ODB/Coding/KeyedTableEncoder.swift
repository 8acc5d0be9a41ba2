/// Makes a table of a keyed container: an object of a type, or a dictionary.
struct KeyedTableEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let table: Subtree
  let codingPath: [any CodingKey]

  /// Nil is stored as nothing.
  func encodeNil(forKey key: Key) {}

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let child = Subtree(.nothing)
    try ODBEncoder(child, codingPath + [key]).encode(value)
    if case .nothing = child.content { return }
    try add(child, key)
  }

  /// Adds something to the table under the name of a key.
  private func add(_ child: Subtree, _ key: any CodingKey) throws {
    let name = NodeName(key.stringValue)
    guard name.isLegal else {
      throw ODBEncoder.fault(key.stringValue, codingPath + [key], ODBError.illegalName(name.text).description)
    }
    guard table.add(child, name) else {
      throw ODBEncoder.fault(key.stringValue, codingPath + [key], "two keys that differ in capitals alone are one name")
    }
  }

  /// A place for content that is filled in later. Containers can't throw: an invalid name is reported at the end.
  private func place(_ key: any CodingKey, _ content: Subtree.Content) -> Subtree {
    let child = Subtree(content)
    do { try add(child, key) } catch { table.fault = error }
    return child
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  {
    KeyedEncodingContainer(KeyedTableEncoder<Nested>(table: place(key, .table), codingPath: codingPath + [key]))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    NumberedTableEncoder(table: place(key, .table), codingPath: codingPath + [key])
  }

  func superEncoder() -> any Encoder {
    ODBEncoder(place(CodingName.inherited, .nothing), codingPath + [CodingName.inherited])
  }

  func superEncoder(forKey key: Key) -> any Encoder { ODBEncoder(place(key, .nothing), codingPath + [key]) }
}

/// Makes a numbered table of an unkeyed container: its names are 1, 2, 3 and so on.
struct NumberedTableEncoder: UnkeyedEncodingContainer {
  let table: Subtree
  let codingPath: [any CodingKey]
  var count: Int { table.children.count }

  private func place(_ content: Subtree.Content) -> (Subtree, [any CodingKey]) {
    let key = CodingName(index: count)
    let child = Subtree(content)
    // The next number is always free.
    _ = table.add(child, NodeName("\(count + 1)"))
    return (child, codingPath + [key])
  }

  func encodeNil() { _ = place(.value(Subtree.missing)) }

  func encode<T: Encodable>(_ value: T) throws {
    let (child, path) = place(.nothing)
    try ODBEncoder(child, path).encode(value)
    if case .nothing = child.content { child.content = .value(Subtree.missing) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    let (child, path) = place(.table)
    return KeyedEncodingContainer(KeyedTableEncoder<Nested>(table: child, codingPath: path))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (child, path) = place(.table)
    return NumberedTableEncoder(table: child, codingPath: path)
  }

  func superEncoder() -> any Encoder {
    let (child, path) = place(.nothing)
    return ODBEncoder(child, path)
  }
}
