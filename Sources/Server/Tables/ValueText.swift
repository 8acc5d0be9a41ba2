import ORDA

/// What a person has typed, as a value for a column.
enum ValueText {
  /// The value for a comparison: the database converts what is a text.
  static func value(_ text: String, _ kind: ColumnKind) -> Value {
    switch kind {
    case .number, .truth, .other:
      if let number = Int64(text) { return .int(number) }
      if kind == .number, let number = Double(text), number.isFinite { return .double(number) }
      return .text(text)
    case .bytes: return HexadecimalText.decoded(text).map { .bytes($0) } ?? .text(text)
    case .text, .moment, .json: return .text(text)
    }
  }
}
