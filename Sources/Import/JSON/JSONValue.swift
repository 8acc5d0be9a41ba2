/// Any JSON value, with nothing lost: numbers keep their digits, objects the order of their members.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits into 64 bits with a sign.
  case int(Int64)
  /// Every other number, as it was written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value in an object.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Its kind, for messages.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .int, .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
