/// Reads JSON piece by piece, following RFC 8259 to the letter, without recursion on its thread's stack.
struct JSONEvents {
  /// What is read.
  enum Event: Equatable {
    case beginObject
    case beginArray
    /// An object or array ends.
    case end
    /// The name of an object's next member.
    case name(String)
    case text(String)
    case integer(Int64)
    case double(Double)
    case boolean(Bool)
    case null
  }

  private enum Expected {
    case value
    /// A name, or the end of the object.
    case firstName
    case name
    /// A value, or the end of the array.
    case firstElement
    /// A comma, or the end of the innermost object or array.
    case separator
    case nothing
  }

  let bytes: [UInt8]
  /// Where reading goes on.
  private(set) var position = 0
  /// Where the last event began.
  private(set) var start = 0
  /// The open objects and arrays: true for an array.
  private var open: [Bool] = []
  private var expected = Expected.value
  private let deepest: Int

  init(_ bytes: [UInt8], deepest: Int = NodeName.deepest) {
    self.bytes = bytes
    self.deepest = deepest
  }

  /// The next event; nil at the end.
  mutating func next() throws(TextFault) -> Event? {
    while true {
      skipSpace()
      start = position
      switch expected {
      case .value: return try value()
      case .firstElement: return next(is: 0x5D) ? close() : try value()
      case .firstName: return next(is: 0x7D) ? close() : try name()
      case .name: return try name()
      case .separator:
        guard let isArray = open.last else { throw fault("nothing more is expected") }
        if next(is: isArray ? 0x5D : 0x7D) { return close() }
        try require(0x2C, isArray ? "a comma or ] is expected" : "a comma or } is expected")
        expected = isArray ? .value : .name
      case .nothing:
        if position < bytes.count { throw fault("nothing more is expected") }
        return nil
      }
    }
  }

  func fault(_ reason: String) -> TextFault { TextFault(offset: position, reason: reason) }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func next(is wanted: UInt8) -> Bool { byte == wanted }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func require(_ wanted: UInt8, _ reason: String) throws(TextFault) {
    guard byte == wanted else { throw fault(reason) }
    position += 1
  }

  private mutating func close() -> Event {
    position += 1
    open.removeLast()
    expected = open.isEmpty ? .nothing : .separator
    return .end
  }

  private mutating func begin(isArray: Bool) throws(TextFault) -> Event {
    guard open.count < deepest else { throw fault("more than \(deepest) arrays and objects are in each other") }
    position += 1
    open.append(isArray)
    expected = isArray ? .firstElement : .firstName
    return isArray ? .beginArray : .beginObject
  }

  private mutating func name() throws(TextFault) -> Event {
    guard byte == 0x22 else { throw fault("a name in quotation marks is expected") }
    let name = try string()
    skipSpace()
    try require(0x3A, "a colon is expected")
    expected = .value
    return .name(name)
  }

  private mutating func value() throws(TextFault) -> Event {
    let event: Event
    switch byte {
    case 0x7B: return try begin(isArray: false)
    case 0x5B: return try begin(isArray: true)
    case 0x22: event = .text(try string())
    case 0x2D, (0x30...0x39)?: event = try number()
    case 0x74: event = try word("true", .boolean(true))
    case 0x66: event = try word("false", .boolean(false))
    case 0x6E: event = try word("null", .null)
    default: throw fault("a value is expected")
    }
    expected = open.isEmpty ? .nothing : .separator
    return event
  }

  private mutating func word(_ word: String, _ event: Event) throws(TextFault) -> Event {
    for byte in word.utf8 { try require(byte, "\(word) is expected") }
    return event
  }

  // MARK: Numbers

  private mutating func number() throws(TextFault) -> Event {
    let first = position
    if byte == 0x2D { position += 1 }
    let digits = position
    skipDigits()
    guard position > digits else { throw fault("a digit is expected") }
    guard bytes[digits] != 0x30 || position == digits + 1 else {
      throw TextFault(offset: first, reason: "a number does not begin with 0")
    }
    var isWhole = true
    if byte == 0x2E {
      isWhole = false
      position += 1
      try requireDigits()
    }
    if byte == 0x65 || byte == 0x45 {
      isWhole = false
      position += 1
      if byte == 0x2B || byte == 0x2D { position += 1 }
      try requireDigits()
    }
    let text = String(decoding: bytes[first..<position], as: UTF8.self)
    if isWhole {
      guard let number = Int64(text) else {
        throw TextFault(offset: first, reason: "a whole number of 64 bits does not hold \(text.prefix(40))")
      }
      return .integer(number)
    }
    guard let number = Double(text), number.isFinite else {
      throw TextFault(offset: first, reason: "the number is larger than any double: \(text.prefix(40))")
    }
    return .double(number)
  }

  private mutating func skipDigits() { while let byte, byte &- 0x30 <= 9 { position += 1 } }

  private mutating func requireDigits() throws(TextFault) {
    let first = position
    skipDigits()
    if position == first { throw fault("a digit is expected") }
  }

  // MARK: Texts

  private mutating func string() throws(TextFault) -> String {
    let first = position
    position += 1
    var content: [UInt8] = []
    var run = position
    while let next = byte {
      switch next {
      case 0x22:
        content.append(contentsOf: bytes[run..<position])
        position += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          throw TextFault(offset: first, reason: "the text that begins here is not valid UTF-8")
        }
        return text
      case 0x5C:
        content.append(contentsOf: bytes[run..<position])
        try escape(into: &content)
        run = position
      case 0..<0x20: throw fault("a control character in a text must be escaped")
      default: position += 1
      }
    }
    throw TextFault(offset: first, reason: "the text that begins here is never closed")
  }

  private mutating func escape(into content: inout [UInt8]) throws(TextFault) {
    let first = position
    position += 1
    let letter = byte
    position += 1
    switch letter {
    case 0x22, 0x5C, 0x2F: content.append(letter ?? 0)
    case 0x62: content.append(0x08)
    case 0x66: content.append(0x0C)
    case 0x6E: content.append(0x0A)
    case 0x72: content.append(0x0D)
    case 0x74: content.append(0x09)
    case 0x75: content.append(contentsOf: Array(String(Character(try scalar(from: first))).utf8))
    default: throw TextFault(offset: first, reason: "a backslash is followed by one of \"\\/bfnrtu")
    }
  }

  private mutating func scalar(from first: Int) throws(TextFault) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75 {
      position += 2
      let low = try codeUnit()
      if (0xDC00...0xDFFF).contains(low) {
        let code = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
        if let scalar = Unicode.Scalar(code) { return scalar }
      }
    }
    throw TextFault(offset: first, reason: "half of a surrogate pair is no character")
  }

  /// Four hexadecimal digits.
  private mutating func codeUnit() throws(TextFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = byte.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }), byte ?? 0x80 < 0x80 else {
        throw fault("a hexadecimal digit is expected")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
