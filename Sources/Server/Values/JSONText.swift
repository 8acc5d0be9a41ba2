import ORDA

/// JSON that is written piece by piece. Values are written as `orda bridge` writes them: what JSON has no form for has a tag,
/// `{"$bytes":"AAH/"}`, `{"$date":"2026-01-31"}`.
struct JSONText: Sendable {
  private(set) var bytes: [UInt8] = []

  /// What was written, for further use; empty afterwards.
  mutating func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Writes JSON that is known to be some.
  mutating func raw(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

  mutating func raw(_ number: some BinaryInteger) { bytes.append(contentsOf: String(number).utf8) }

  mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

  mutating func text(_ text: String?) {
    guard let text else { return raw("null") }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        raw("\\u00")
        bytes.append(HexadecimalText.digits[Int(byte >> 4)])
        bytes.append(HexadecimalText.digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an object. A member's closure writes its value.
  mutating func object(_ members: KeyValuePairs<String, (inout JSONText) -> Void>) {
    raw("{")
    for (place, member) in members.enumerated() {
      if place > 0 { raw(",") }
      text(member.key)
      raw(":")
      member.value(&self)
    }
    raw("}")
  }

  mutating func array<Element>(_ elements: some Sequence<Element>, _ write: (inout JSONText, Element) -> Void) {
    raw("[")
    for (place, element) in elements.enumerated() {
      if place > 0 { raw(",") }
      write(&self, element)
    }
    raw("]")
  }

  mutating func texts(_ texts: some Sequence<String>) { array(texts) { $0.text($1) } }

  mutating func value(_ value: Value) {
    switch value {
    case .null: raw("null")
    case .int(let number): raw(number)
    case .uint(let number): raw(number)
    case .double(let number) where number.isFinite: bytes.append(contentsOf: number.description.utf8)
    case .double(let number): tag("double", number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    case .text(let text): self.text(text)
    case .bytes(let bytes): tag("bytes", Base64Text.encoded(bytes))
    case .decimal, .date, .time, .timestamp, .instant, .uuid, .json: tag(value.typeName, value.description)
    case .other(let type, let bytes):
      raw("{\"$other\":")
      object(["type": { $0.text(type) }, "bytes": { $0.text(Base64Text.encoded(bytes)) }])
      raw("}")
    }
  }

  private mutating func tag(_ name: String, _ text: String) {
    raw("{")
    self.text("$" + name)
    raw(":")
    self.text(text)
    raw("}")
  }
}
