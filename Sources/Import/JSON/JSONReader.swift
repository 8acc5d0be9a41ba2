/// Reads JSON from bytes in memory, following RFC 8259 to the letter.
///
/// It is stricter than some readers: a name may only occur once in an object, strings are valid UTF-8 without lone
/// surrogates, and nothing is nested deeper than ``depthLimit``. It can read any number of values one after another.
package struct JSONReader {
  /// How deep arrays and objects may be nested, since each level needs some of the thread's stack.
  static let depthLimit = 512

  let bytes: UnsafeBufferPointer<UInt8>
  /// Where reading goes on, in bytes from 0.
  var position = 0
  private var depth = 0
  /// Room for strings with escapes.
  var unescaped: [UInt8] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Reads bytes with one value and otherwise only whitespace.
  package static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    if let byte = reader.nextSignificant() {
      throw JSONError(at: reader.position, "nothing more expected after the value, but \(Self.shown(byte)) follows")
    }
    return value
  }

  /// Reads a text with one value and otherwise only whitespace.
  package static func read(_ text: String) throws -> JSONValue {
    var text = text
    return try text.withUTF8 { try read($0) }
  }

  /// The byte at which reading goes on; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips whitespace; returns the next byte without consuming it; nil at the end.
  mutating func nextSignificant() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// Reads one value, and stays after it.
  mutating func value() throws(JSONError) -> JSONValue {
    switch nextSignificant() {
    case 0x22: return .string(try string())
    case 0x7B: return try nested { (reader) throws(JSONError) in try reader.object() }
    case 0x5B: return try nested { (reader) throws(JSONError) in try reader.array() }
    case 0x2D, (0x30...0x39)?: return try number()
    case 0x74: return try word("true", .bool(true))
    case 0x66: return try word("false", .bool(false))
    case 0x6E: return try word("null", .null)
    case let byte: throw expected("a value", byte)
    }
  }

  private mutating func nested(_ read: (inout JSONReader) throws(JSONError) -> JSONValue) throws(JSONError) -> JSONValue
  {
    guard depth < Self.depthLimit else {
      throw JSONError(at: position, "more than \(Self.depthLimit) arrays and objects in each other")
    }
    depth += 1
    position += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    if nextSignificant() == 0x5D {
      position += 1
      return .array(elements)
    }
    while true {
      elements.append(try value())
      if try isLast(closing: 0x5D) { return .array(elements) }
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var names = DistinctNames()
    if nextSignificant() == 0x7D {
      position += 1
      return .object(members)
    }
    while true {
      let byte = nextSignificant()
      guard byte == 0x22 else { throw expected("a name in quotes", byte) }
      let start = position
      let name = try string()
      guard names.insert(name, among: members) else {
        throw JSONError(at: start, "the name \(VisibleText.escaping(name)) stands in the object twice")
      }
      let colon = nextSignificant()
      guard colon == 0x3A else { throw expected("a colon", colon) }
      position += 1
      members.append(JSONValue.Member(name: name, value: try value()))
      if try isLast(closing: 0x7D) { return .object(members) }
    }
  }

  /// Skips what is between elements, and returns whether it closes them.
  private mutating func isLast(closing bracket: UInt8) throws(JSONError) -> Bool {
    let byte = nextSignificant()
    guard byte == 0x2C || byte == bracket else { throw expected("a comma or \(Self.shown(bracket))", byte) }
    position += 1
    return byte == bracket
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw expected("\(word)", next) }
      position += 1
    }
    return value
  }

  /// The error for a byte at ``position``, or for the end, if something else is expected.
  func expected(_ wanted: String, _ found: UInt8?) -> JSONError {
    JSONError(at: position, "\(wanted) expected, not \(found.map(Self.shown) ?? "the end")")
  }

  /// A byte as shown in a message.
  static func shown(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte) ? String(Unicode.Scalar(byte)) : "byte 0x" + String(byte, radix: 16)
  }
}
