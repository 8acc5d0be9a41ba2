/// Coding of a type as its text, for types that a coder does not know itself.
extension LosslessStringConvertible {
  static func decodingText(from decoder: any Decoder) throws -> Self {
    let container = try decoder.singleValueContainer()
    guard let value = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is no \(Self.self).")
    }
    return value
  }

  func encodeText(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
