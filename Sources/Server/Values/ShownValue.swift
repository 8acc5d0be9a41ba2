import ORDA

/// How a value is shown in a table's cell.
enum ShownValue {
  /// How many characters of a text a list shows.
  static let longestText = 200

  /// The value in the cell, shortened; where it is, a link leads to the whole.
  static func html(_ value: Value, whole: Address? = nil) -> HTML {
    switch value {
    case .null: return "<span class=\"null\">NULL</span>"
    case .text(let text), .json(let text):
      return text.isEmpty ? "<span class=\"null\">empty</span>" : shortened(text, whole)
    case .bytes(let bytes):
      let start = HexadecimalText.encoded(bytes.prefix(16))
      guard bytes.count > 16 else { return "<code class=\"bytes\">\(start)</code>" }
      return "<code class=\"bytes\">\(start)…</code>\(link(whole))"
    case .other(let type, let bytes):
      return shortened(value.otherText ?? "\(type) \(HexadecimalText.encoded(bytes))", whole)
    default: return "\(value.description)"
    }
  }

  private static func shortened(_ text: String, _ whole: Address?) -> HTML {
    let start = text.prefix(longestText)
    return start.endIndex == text.endIndex ? "\(text)" : "\(start)…\(link(whole))"
  }

  private static func link(_ whole: Address?) -> HTML {
    guard let whole else { return "" }
    return "<a class=\"whole\" href=\"\(whole)\" title=\"The whole value\">all</a>"
  }

  /// True for what stands at the right of its cell.
  static func isNumber(_ value: Value) -> Bool {
    switch value {
    case .int, .uint, .double, .decimal: true
    default: false
    }
  }

  /// The value as a field for editing has it; nil for what is not edited as text.
  static func editable(_ value: Value) -> String? {
    switch value {
    case .null: ""
    case .bytes: nil
    case .other: value.otherText
    default: value.description
    }
  }
}
