#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts between the text of a PostgreSQL array and JSON, the form of arrays in every other column.
extension ArrayText {
  /// Whether a type's name is the name of an array, such as `integer[]`.
  static func isArray(_ type: String) -> Bool { type.hasSuffix("[]") }

  /// The JSON of an array, with an array in place of each further dimension.
  ///
  /// - Parameters:
  ///   - text: The array's text.
  ///   - type: The array's type, such as `integer[]`.
  /// - Throws: ``DatabaseError`` of kind `typeMismatch` for a text that is not an array.
  static func json(of text: [UInt8], type: String) throws(DatabaseError) -> Data {
    var rest = try withoutBounds(text)
    var json = Data()
    let form = ElementForm(ofArray: type)
    try appendJSON(of: &rest, form, delimiter: type == "box[]" ? 0x3B : 0x2C, to: &json)
    guard rest.isEmpty else { throw noArray }
    return json
  }

  private static func appendJSON(
    of rest: inout ArraySlice<UInt8>, _ form: ElementForm, delimiter: UInt8, to json: inout Data
  ) throws(DatabaseError) {
    guard rest.popFirst() == 0x7B else { throw noArray }
    json.append(0x5B)
    if rest.first == 0x7D {
      rest.removeFirst()
      json.append(0x5D)
      return
    }
    while true {
      if rest.first == 0x7B {
        try appendJSON(of: &rest, form, delimiter: delimiter, to: &json)
      } else if let element = try element(from: &rest, delimiter) {
        json.append(contentsOf: form.json(of: element))
      } else {
        json.append(contentsOf: "null".utf8)
      }
      switch rest.popFirst() {
      case delimiter: json.append(0x2C)
      case 0x7D:
        json.append(0x5D)
        return
      default: throw noArray
      }
    }
  }

  /// The text of an array from its JSON; nil if the JSON is not an array.
  ///
  /// - Parameters:
  ///   - json: The JSON.
  ///   - type: The array's type, such as `integer[]`. The elements of `json[]` and `jsonb[]` keep their JSON.
  public static func text(ofJSON json: String, type: String) -> [UInt8]? {
    var reader = JSONReader(json)
    var text: [UInt8] = []
    guard appendText(of: &reader, ElementForm(ofArray: type), to: &text), reader.isAtEnd else { return nil }
    return text
  }

  private static func appendText(of reader: inout JSONReader, _ form: ElementForm, to text: inout [UInt8]) -> Bool {
    guard reader.take(0x5B) else { return false }
    text.append(0x7B)
    if reader.take(0x5D) {
      text.append(0x7D)
      return true
    }
    repeat {
      if form != .json, reader.next == 0x5B {
        guard appendText(of: &reader, form, to: &text) else { return false }
      } else {
        guard let element = reader.element() else { return false }
        // One element, with the braces of its array removed.
        text += written(CollectionOfOne(form.text(of: element))).dropFirst().dropLast()
      }
      if reader.next == 0x2C { text.append(0x2C) }
    } while reader.take(0x2C)
    text.append(0x7D)
    return reader.take(0x5D)
  }
}

/// How the elements of an array are written in JSON.
private enum ElementForm {
  case number, boolean, bytes, instant, json, text

  init(ofArray type: String) {
    switch type {
    case "smallint[]", "integer[]", "bigint[]", "oid[]", "real[]", "double precision[]", "numeric[]": self = .number
    case "boolean[]": self = .boolean
    case "bytea[]": self = .bytes
    case "timestamp with time zone[]": self = .instant
    case "json[]", "jsonb[]": self = .json
    default: self = .text
    }
  }

  func json(of element: [UInt8]) -> [UInt8] {
    switch self {
    case .json: return element
    // JSON can't represent NaN and infinity as numbers.
    case .number where element.last.map { (0x30...0x39).contains($0) } == true: return element
    case .boolean: return Array((element.first == 0x74 ? "true" : "false").utf8)
    case .bytes:
      guard let bytes = Self.bytes(ofHexadecimal: element.dropFirst(2)) else { break }
      return Self.quoted(Array(Data(bytes).base64EncodedString().utf8))
    case .instant:
      // The server omits the minutes of a time zone if they are 0.
      let hasShortZone = element.count > 3 && [0x2B, 0x2D].contains(element[element.count - 3])
      return Self.quoted(hasShortZone ? element + Array(":00".utf8) : element)
    case .number, .text: break
    }
    return Self.quoted(element)
  }

  /// The text of an element, which the server reads; nil for null.
  func text(of element: JSONReader.Element) -> [UInt8]? {
    switch (self, element) {
    case (_, .null): nil
    case (.json, .string(let raw, _)), (_, .other(let raw)): raw
    case (.bytes, .string(_, let string)):
      Data(base64Encoded: string).map { Self.hexadecimal($0) } ?? Array(string.utf8)
    case (_, .string(_, let string)): Array(string.utf8)
    }
  }

  /// The bytes of pairs of digits; nil for another text.
  private static func bytes(ofHexadecimal digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: digits.startIndex, to: digits.endIndex, by: 2) {
      guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Bytes as the server reads them: `\x00ff`.
  private static func hexadecimal(_ bytes: Data) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return Array("\\x".utf8) + bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var json: [UInt8] = [0x22]
    for byte in text {
      switch byte {
      case 0x22, 0x5C: json += [0x5C, byte]
      case 0..<0x20: json += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: json.append(byte)
      }
    }
    return json + [0x22]
  }
}

/// Reads the elements of a JSON array, one after another.
private struct JSONReader {
  private var rest: ArraySlice<UInt8>

  enum Element {
    case null
    /// A string, with its quotes and without.
    case string(raw: [UInt8], String)
    /// A number, a Boolean, or an object or array with all that it contains.
    case other([UInt8])
  }

  init(_ json: String) { rest = Array(json.utf8)[...] }

  /// The next byte after white space.
  var next: UInt8? {
    mutating get {
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return rest.first
    }
  }

  var isAtEnd: Bool { mutating get { next == nil } }

  /// Takes a byte if it is the next one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes an element up to the comma or bracket that follows; nil if the JSON ends before.
  mutating func element() -> Element? {
    guard let first = next else { return nil }
    let start = rest.startIndex
    var depth = 0
    var isQuoted = false
    var index = start
    while index < rest.endIndex {
      switch rest[index] {
      case 0x5C where isQuoted: index += 1
      case 0x22: isQuoted.toggle()
      case 0x5B where !isQuoted, 0x7B where !isQuoted: depth += 1
      case 0x2C where !isQuoted && depth == 0, 0x5D where !isQuoted && depth == 0:
        let raw = Array(rest[start..<index])
        rest = rest[index...]
        return Self.element(raw, first)
      case 0x5D where !isQuoted, 0x7D where !isQuoted: depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func element(_ raw: [UInt8], _ first: UInt8) -> Element? {
    if first == 0x22 {
      guard let text = try? JSONDecoder().decode(String.self, from: Data(raw)) else { return nil }
      return .string(raw: raw, text)
    }
    guard let last = raw.lastIndex(where: { $0 > 0x20 }) else { return nil }
    let trimmed = Array(raw[...last])
    return trimmed == Array("null".utf8) ? .null : .other(trimmed)
  }
}
