internal import Foundation

/// Makes a subtree of any Codable value.
struct ODBEncoder: Encoder {
  /// How deep types may be nested: each level needs some of the thread's stack.
  static let deepest = 500

  let result: Subtree
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ result: Subtree, _ codingPath: [any CodingKey]) {
    self.result = result
    self.codingPath = codingPath
  }

  /// The subtree of a value.
  static func encode(_ value: some Encodable) throws -> Subtree {
    let result = Subtree(.nothing)
    try ODBEncoder(result, []).encode(value)
    if let fault = result.anyFault { throw fault }
    return result
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    result.content = .table
    return KeyedEncodingContainer(KeyedTableEncoder<Key>(table: result, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    result.content = .table
    return NumberedTableEncoder(table: result, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Encodes a value, treating the types that an ODB knows itself.
  func encode(_ value: some Encodable) throws {
    if let known = try Self.value(of: value, codingPath) {
      result.content = .value(known)
      return
    }
    guard codingPath.count < Self.deepest else {
      throw Self.fault(value, codingPath, "more than \(Self.deepest) tables would be in each other")
    }
    try value.encode(to: self)
    // A type that asked for no container has nothing to say, but is there all the same.
    if case .nothing = result.content, !Self.isNil(value) { result.content = .table }
  }

  private static func isNil(_ value: some Encodable) -> Bool {
    (value as? any OptionalValue)?.isNil ?? false
  }

  /// What is stored for the types that are a single value.
  static func value(of value: some Encodable, _ path: [any CodingKey]) throws -> ODBValue? {
    switch value {
    case let value as any ODBPrimitive: return value.odbValue
    case let value as Float: return ODBValue(.double(Double(value)))
    case let value as any BinaryInteger:
      guard let number = Int64(exactly: value) else {
        throw fault(value, path, "a whole number of 64 bits does not hold \(value)")
      }
      return ODBValue(.integer(number))
    case let value as UUID: return ODBValue(.string(value.uuidString))
    case let value as URL: return ODBValue(.string(value.absoluteString))
    case let value as Decimal: return ODBValue(.string(value.description))
    default: return nil
    }
  }

  static func fault(_ value: Any, _ path: [any CodingKey], _ text: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: text))
  }
}

/// An optional of any type.
protocol OptionalValue { var isNil: Bool { get } }
extension Optional: OptionalValue {
  var isNil: Bool { if case .none = self { true } else { false } }
}

extension ODBEncoder: SingleValueEncodingContainer {
  func encodeNil() { result.content = .nothing }
  func encode(_ value: Bool) { result.content = .value(value.odbValue) }
  func encode(_ value: String) { result.content = .value(value.odbValue) }
  func encode(_ value: Double) { result.content = .value(value.odbValue) }
}
