import ORDA

/// The inverse of `Value(json:)`: what is written here reads as the same value again.
extension Output {
  /// Writes a lent value; false if that is impossible, and then writes nothing.
  func writeJSON(lent value: BorrowedValue) -> Bool {
    switch value {
    case .null: write("null")
    case .int(let number): writeJSON(int: number)
    case .double(let number): writeJSON(double: number)
    case .text(let utf8):
      // As a value it has a tag.
      guard UTF8Text.isValid(utf8) else { return false }
      writeJSON(utf8: utf8)
    case .bytes(let bytes): writeJSON(bytes: bytes)
    case .other: return false
    }
    return true
  }

  /// Writes a value; with a tag if JSON has no form for it.
  func writeJSON(value: Value) {
    switch value {
    case .null: write("null")
    case .int(let number): writeJSON(int: number)
    case .uint(let number): write(number: number)
    case .double(let number): writeJSON(double: number)
    case .text(let text): writeJSON(text: text)
    case .bytes(let bytes): bytes.withUnsafeBytes { writeJSON(bytes: $0) }
    case .decimal, .date, .time, .timestamp, .instant, .uuid, .json: writeJSON(tag: value.typeName, value.description)
    case .other(let type, let bytes):
      write("{\"$other\":{\"type\":")
      writeJSON(text: type)
      if let text = value.otherText {
        write(",\"text\":")
        writeJSON(text: text)
        write("}}")
      } else {
        write(",\"bytes\":\"")
        bytes.withUnsafeBytes { write(base64: $0) }
        write("\"}}")
      }
    }
  }

  /// `{"$date":"2026-01-31"}`: the tags have the names of the types.
  private func writeJSON(tag: String, _ text: String) {
    write("{\"$")
    write(tag)
    write("\":")
    writeJSON(text: text)
    write("}")
  }
}
