/// Any JSON, for upgrading the JSON of older objects. See ``ShelfData/upgrade(from:json:)``.
public enum ShelfJSON: Sendable, Hashable {
  /// null
  case null
  /// true or false
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number too large for Int64.
  case unsigned(UInt64)
  /// A number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([ShelfJSON])
  /// Members by name.
  case object([String: ShelfJSON])

  /// A member of an object; nil if there is none, or if this is not an object. Setting one of anything else does
  /// nothing.
  public subscript(name: String) -> ShelfJSON? {
    get { if case .object(let members) = self { members[name] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  /// The string; nil for anything else.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The whole number; nil for anything else.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}

extension ShelfJSON: Codable {
  /// Reads whatever is there.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var members: [String: ShelfJSON] = [:]
      for name in container.allKeys { members[name.stringValue] = try container.decode(ShelfJSON.self, forKey: name) }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [ShelfJSON] = []
      while !container.isAtEnd { elements.append(try container.decode(ShelfJSON.self)) }
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      self =
        if container.decodeNil() {
          .null
        } else if let value = try? container.decode(Bool.self) {
          .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
          .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
          .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
          .number(value)
        } else {
          .string(try container.decode(String.self))
        }
    }
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .boolean(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .unsigned(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .null, .array, .object: try container.encodeNil()
      }
    }
  }

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}

extension ShelfJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// null
  public init(nilLiteral: ()) { self = .null }
  /// A list.
  public init(arrayLiteral elements: ShelfJSON...) { self = .array(elements) }
  /// Members by name; if a name occurs twice, the last one counts.
  public init(dictionaryLiteral members: (String, ShelfJSON)...) {
    self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
  }
}
