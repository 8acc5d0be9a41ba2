extension JSONValue {
  /// The JSON without blanks. What was read is as it was, except for escapes: what ``VisibleText`` escapes is.
  var text: String {
    var json: [UInt8] = []
    append(to: &json)
    return String(decoding: json, as: UTF8.self)
  }

  private func append(to json: inout [UInt8]) {
    switch self {
    case .null: json += "null".utf8
    case .bool(let truth): json += (truth ? "true" : "false").utf8
    case .int(let number): json += String(number).utf8
    case .number(let digits): json += digits.utf8
    case .string(let text): Self.append(text, to: &json)
    case .array(let elements):
      json.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { json.append(UInt8(ascii: ",")) }
        element.append(to: &json)
      }
      json.append(UInt8(ascii: "]"))
    case .object(let members):
      json.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { json.append(UInt8(ascii: ",")) }
        Self.append(member.name, to: &json)
        json.append(UInt8(ascii: ":"))
        member.value.append(to: &json)
      }
      json.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ text: String, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += #"\""#.utf8
      case "\\": json += #"\\"#.utf8
      case "\u{8}": json += #"\b"#.utf8
      case "\t": json += #"\t"#.utf8
      case "\n": json += #"\n"#.utf8
      case "\u{C}": json += #"\f"#.utf8
      case "\r": json += #"\r"#.utf8
      case _ where VisibleText.mustBeSpelled(scalar):
        let digits = String(scalar.value, radix: 16)
        json += "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)".utf8
      default: json += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    json.append(UInt8(ascii: "\""))
  }
}
