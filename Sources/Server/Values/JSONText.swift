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

  /// Writes what was written elsewhere.
  mutating func append(_ other: JSONText) { bytes += other.bytes }

  /// Takes something out that was written.
  mutating func remove(_ range: Range<Int>) { bytes.removeSubrange(range) }

  /// Writes a number of 64 bits at most.
  mutating func raw(_ number: some FixedWidthInteger) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    // From behind; there are 20 digits at most.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (start, rest) = (20, UInt64(number.magnitude))
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[start...]))
    }
  }

  mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

  mutating func text(_ text: String?) {
    guard var text else { return raw("null") }
    text.withUTF8 { self.text(utf8: $0) }
  }

  /// Writes a text by its bytes, which are known to be UTF-8.
  mutating func text(utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var written = 0
    for (place, byte) in utf8.enumerated() where Self.isEscaped(byte) {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written..<place]))
      written = place + 1
      if byte < 0x20 {
        raw("\\u00")
        bytes.append(HexadecimalText.digits[Int(byte >> 4)])
        bytes.append(HexadecimalText.digits[Int(byte & 15)])
      } else {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written...]))
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
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

  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONText, Element) throws -> Void
  ) rethrows {
    bytes.append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      try write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
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
