internal import Foundation

/// Reads any Codable type from an object of an ODB, and from tables only what the type asks for.
struct ODBDecoder: Decoder {
  let node: Node
  /// Nil for a value that is in no database.
  let session: Session?
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ node: Node, _ session: Session?, _ codingPath: [any CodingKey]) {
    self.node = node
    self.session = session
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try requireTable()
    return KeyedDecodingContainer(KeyedTableDecoder<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try requireTable()
    return try NumberedTableDecoder(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  private func requireTable() throws {
    guard node.isTable else { throw mismatch([String: Any].self, "a table is expected, and there is a value") }
    guard codingPath.count < ODBEncoder.deepest else {
      throw DecodingError.dataCorrupted(context("more than \(ODBEncoder.deepest) tables are in each other"))
    }
  }

  /// What a table contains under the name of a key.
  func child(_ name: String, _ key: any CodingKey) throws -> ODBDecoder? {
    guard let child = try session?.child(NodeName(name), of: node) else { return nil }
    return ODBDecoder(child, session, codingPath + [key])
  }

  /// The value; throws for a table, or an unknown kind.
  private func value(for type: Any.Type) throws -> ODBValue {
    do {
      if let value = try known() { return value }
    } catch ODBError.invalidDataType(let kind) {
      throw DecodingError.dataCorrupted(context(ODBError.invalidDataType(kind: kind).description))
    }
    throw mismatch(type, "a value is expected, and there is a table")
  }

  /// The value; nil for a table.
  private func known() throws -> ODBValue? {
    if case .value(let value) = node.content { value } else { try session?.value(of: node) }
  }

  func context(_ text: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: text)
  }

  private func mismatch(_ type: Any.Type, _ text: String) -> DecodingError { .typeMismatch(type, context(text)) }

  private func corrupted(_ text: String) -> DecodingError { .dataCorrupted(context(text)) }
}

extension ODBDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    if case .value(Subtree.missing) = node.content { true } else { false }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // Ask in this order: an absent value can be an optional too.
    if let known = try known(type), let found = known as? T { return found }
    if let value = try known(), value.isJSON { return try value.decodeJSON(type, codingPath) }
    return try T(from: self)
  }

  /// The types that are a single value; nil for all others.
  private func known(_ type: any Decodable.Type) throws -> (any Decodable)? {
    switch type {
    case is Bool.Type: return try primitive(Bool.self)
    case is String.Type: return try primitive(String.self)
    case is Date.Type: return try primitive(Date.self)
    case is Data.Type: return try primitive(Data.self)
    case is Double.Type: return try number()
    case is Float.Type: return Float(try number())
    case let type as any FixedWidthInteger.Type: return try integer(type) as? any Decodable
    case is UUID.Type: return try text("a UUID") { UUID(uuidString: $0) }
    case is URL.Type: return try text("a URL") { URL(string: $0) }
    case is Decimal.Type: return try decimal()
    default: return nil
    }
  }

  private func primitive<T: ODBPrimitive>(_ type: T.Type) throws -> T {
    let value = try value(for: type)
    guard let content = T(value) else {
      throw mismatch(type, "a \(type) is expected, and there is a \(value.primitiveType)")
    }
    return content
  }

  private func number() throws -> Double {
    let value = try value(for: Double.self)
    switch value.content {
    case .double(let number): return number
    case .integer(let number):
      guard let exact = Double(exactly: number) else { throw corrupted("no Double is \(number)") }
      return exact
    case .boolean, .date, .string, .data: return try primitive(Double.self)
    }
  }

  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    let value = try value(for: type)
    guard case .integer(let number) = value.content else {
      throw mismatch(type, "a whole number is expected, and there is a \(value.primitiveType)")
    }
    guard let exact = T(exactly: number) else { throw corrupted("\(number) is no \(type)") }
    return exact
  }

  private func text<T>(_ wanted: String, _ read: (String) -> T?) throws -> T {
    let text = try primitive(String.self)
    guard let found = read(text) else { throw corrupted("the text is not \(wanted)") }
    return found
  }

  private func decimal() throws -> Decimal {
    switch try value(for: Decimal.self).content {
    case .integer(let number): return Decimal(number)
    case .double(let number): return Decimal(number)
    case .boolean, .date, .string, .data:
      return try text("a Decimal") { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
    }
  }
}
