import ORDA

/// JSON that is written piece by piece. Values are written as `orda bridge` writes them: what JSON has no form for has a tag,
/// `{"$bytes":"AAH/"}`, `{"$date":"2026-01-31"}`.
struct JSONText: Sendable {
  /// What was written, and room for more behind it.
  private var room: [UInt8] = []
  /// How many bytes were written.
  private(set) var count = 0

  /// - Parameter room: How many bytes will probably be written.
  init(room: Int = 0) { if room > 0 { makeRoom(for: room) } }

  var bytes: [UInt8] { Array(room[..<count]) }

  /// What was written, for further use; empty afterwards.
  mutating func take() -> [UInt8] {
    let taken = bytes
    count = 0
    return taken
  }

  /// Writes behind what there is. Tables are written by this: it asks once for each cell whether there is room, and not for each
  /// of its signs.
  ///
  /// - Parameters:
  ///   - most: How many bytes may be written.
  ///   - body: Gets the place, and returns how many it has written there.
  @inline(__always)
  mutating func write(atMost most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    if room.count - count < most { makeRoom(for: most) }
    count += room.withUnsafeMutableBufferPointer { [count] room in room.baseAddress.map { body($0 + count) } ?? 0 }
  }

  @inline(never)
  private mutating func makeRoom(for most: Int) {
    let size = room.count + max(most, room.count, 512)
    room = [UInt8](unsafeUninitializedCapacity: size) { [count, room] buffer, initialized in
      _ = buffer[..<count].initialize(fromContentsOf: room[..<count])
      buffer[count...].initialize(repeating: 0)
      initialized = size
    }
  }

  /// Writes bytes that are known to be JSON.
  mutating func raw(_ bytes: UnsafeBufferPointer<UInt8>) {
    write(atMost: bytes.count) { $0.write(bytes) }
  }

  /// Writes JSON that is known to be some.
  mutating func raw(_ text: StaticString) { text.withUTF8Buffer { raw($0) } }

  /// Writes what was written elsewhere.
  mutating func append(_ other: JSONText) { other.room[..<other.count].withUnsafeBufferPointer { raw($0) } }

  /// Takes something out that was written.
  mutating func remove(_ range: Range<Int>) {
    room.removeSubrange(range)
    count -= range.count
  }

  /// Writes a number of 64 bits at most.
  mutating func raw(_ number: some FixedWidthInteger) {
    write(atMost: 20) { place in
      if number < 0 { place.pointee = UInt8(ascii: "-") }
      let sign = number < 0 ? 1 : 0
      return sign + (place + sign).write(digits: UInt64(number.magnitude))
    }
  }

  mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

  mutating func text(_ text: String?) {
    guard var text else { return raw("null") }
    text.withUTF8 { self.text(utf8: $0) }
  }

  /// Writes a text by its bytes, which are known to be UTF-8.
  mutating func text(utf8: UnsafeBufferPointer<UInt8>) {
    if PlainText.isPlain(utf8, asciiOnly: false) { return text(plain: utf8) }
    // A sign takes six bytes at most: \u001f.
    write(atMost: 6 * utf8.count + 2) { place in
      var end = place
      func put(_ byte: UInt8) {
        end.pointee = byte
        end += 1
      }
      put(UInt8(ascii: "\""))
      for byte in utf8 {
        switch byte {
        case 0..<0x20:
          for sign in "\\u00".utf8 { put(sign) }
          put(HexadecimalText.digits[Int(byte >> 4)])
          put(HexadecimalText.digits[Int(byte & 15)])
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          put(UInt8(ascii: "\\"))
          put(byte)
        default: put(byte)
        }
      }
      put(UInt8(ascii: "\""))
      return end - place
    }
  }

  /// Writes a text of which all can stand as it is.
  mutating func text(plain utf8: UnsafeBufferPointer<UInt8>) {
    write(atMost: utf8.count + 2) { place in
      place.pointee = UInt8(ascii: "\"")
      let count = (place + 1).write(utf8)
      (place + count + 1).pointee = UInt8(ascii: "\"")
      return count + 2
    }
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
    raw("[")
    for (place, element) in elements.enumerated() {
      if place > 0 { raw(",") }
      try write(&self, element)
    }
    raw("]")
  }

  mutating func texts(_ texts: some Sequence<String>) { array(texts) { $0.text($1) } }

  mutating func value(_ value: Value) {
    switch value {
    case .null: raw("null")
    case .int(let number): raw(number)
    case .uint(let number): raw(number)
    case .double(let number) where number.isFinite: raw(finite: number)
    case .double(let number): tag("double", number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    case .text(let text): self.text(text)
    case .bytes(let bytes): tag("bytes", Base64Text.encoded(bytes))
    case .decimal, .date, .time, .timestamp, .instant, .uuid, .json: tag(value.typeName, value.description)
    case .other(let type, let bytes):
      raw("{\"$other\":")
      if let text = value.otherText {
        object(["type": { $0.text(type) }, "text": { $0.text(text) }])
      } else {
        object(["type": { $0.text(type) }, "bytes": { $0.text(Base64Text.encoded(bytes)) }])
      }
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
