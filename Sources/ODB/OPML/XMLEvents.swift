/// Reads the XML of outlines, piece by piece: elements, attributes, text, the five entities and characters by number,
/// and CDATA. Comments, processing instructions and a document type without declarations are skipped; entities declared
/// by the document are refused, and so is any encoding but UTF-8.
struct XMLEvents {
  /// What is read.
  enum Event: Equatable {
    case begin(name: String, attributes: [Attribute])
    case end
    case text(String)
  }

  struct Attribute: Equatable {
    let name: String
    let value: String
  }

  private let bytes: [UInt8]
  /// Where reading goes on.
  private(set) var position = 0
  /// Where the last event began.
  private(set) var start = 0
  private var open: [String] = []
  private var isOver = false
  private var endsNow = false

  init(_ bytes: [UInt8]) throws(TextFault) {
    self.bytes = bytes
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw TextFault(offset: 0, reason: "the text is not valid UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next event; nil at the end.
  mutating func next() throws(TextFault) -> Event? {
    if endsNow {
      endsNow = false
      return close()
    }
    while true {
      start = position
      guard position < bytes.count else {
        if let name = open.last { throw fault("\(name.prefix(40)) is never closed") }
        if !isOver { throw fault("an element is expected") }
        return nil
      }
      if at("<!--") {
        try skip(past: "-->")
      } else if at("<![CDATA[") {
        position += 9
        let first = position
        try skip(past: "]]>")
        return .text(String(decoding: bytes[first..<position - 3], as: UTF8.self))
      } else if at("<?") {
        try skip(past: "?>")
      } else if at("<!") {
        try skip(past: ">")
        if bytes[start..<position].contains(0x5B) {
          throw TextFault(offset: start, reason: "declarations of a document's own are not read")
        }
      } else if at("</") {
        return try end()
      } else if at("<") {
        return try begin()
      } else {
        let text = try text(until: 0x3C)
        if !open.isEmpty { return .text(text) }
        if !text.utf8.allSatisfy({ Self.isSpace($0) }) {
          throw TextFault(offset: start, reason: "there is text outside of the elements")
        }
      }
    }
  }

  func fault(_ reason: String) -> TextFault { TextFault(offset: position, reason: reason) }

  // MARK: Elements

  private mutating func begin() throws(TextFault) -> Event {
    position += 1
    let name = try name()
    if isOver { throw TextFault(offset: start, reason: "there is a second document element") }
    guard open.count < NodeName.deepest else {
      throw fault("more than \(NodeName.deepest) elements are in each other")
    }
    var attributes: [Attribute] = []
    var names: Set<String> = []
    while true {
      let hasSpace = skipSpace()
      if at(">") {
        position += 1
        break
      }
      if at("/>") {
        position += 2
        endsNow = true
        break
      }
      guard hasSpace else { throw fault("a space, > or /> is expected") }
      let attribute = try attribute()
      guard names.insert(attribute.name).inserted else {
        throw fault("\(attribute.name.prefix(40)) stands there twice")
      }
      attributes.append(attribute)
    }
    open.append(name)
    return .begin(name: name, attributes: attributes)
  }

  private mutating func attribute() throws(TextFault) -> Attribute {
    let name = try name()
    _ = skipSpace()
    guard at("=") else { throw fault("= is expected") }
    position += 1
    _ = skipSpace()
    guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else {
      throw fault("a quotation mark is expected")
    }
    let quote = bytes[position]
    position += 1
    let value = try text(until: quote)
    guard position < bytes.count else { throw fault("the attribute is never closed") }
    position += 1
    return Attribute(name: name, value: value)
  }

  private mutating func end() throws(TextFault) -> Event {
    position += 2
    let name = try name()
    _ = skipSpace()
    guard at(">") else { throw fault("> is expected") }
    guard open.last == name else {
      throw TextFault(offset: start, reason: "\(name.prefix(40)) ends, and is not what is open")
    }
    position += 1
    return close()
  }

  private mutating func close() -> Event {
    open.removeLast()
    isOver = open.isEmpty
    return .end
  }

  private mutating func name() throws(TextFault) -> String {
    let first = position
    while position < bytes.count, Self.isOfName(bytes[position], isFirst: position == first) { position += 1 }
    if position == first { throw fault("a name is expected") }
    return String(decoding: bytes[first..<position], as: UTF8.self)
  }

  /// True for a byte that an XML name may have: every character beyond ASCII counts as a letter.
  static func isOfName(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x80...: true
    case 0x30...0x39, 0x2D, 0x2E: !isFirst
    default: false
    }
  }

  // MARK: Texts

  private func at(_ text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[position + index] != text.utf8Start[index] { return false }
    return true
  }

  private mutating func skip(past text: StaticString) throws(TextFault) {
    while !at(text) {
      guard position < bytes.count else { throw TextFault(offset: start, reason: "what begins here is never closed") }
      position += 1
    }
    position += text.utf8CodeUnitCount
  }

  /// Skips white space; false if there was none.
  private mutating func skipSpace() -> Bool {
    let first = position
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position > first
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Reads up to a byte, which it leaves, or to the end.
  private mutating func text(until last: UInt8) throws(TextFault) -> String {
    var content: [UInt8] = []
    while position < bytes.count, bytes[position] != last {
      let byte = bytes[position]
      if byte == 0x3C { throw fault("< must be written as &lt; there") }
      if byte == 0x26 {
        content.append(contentsOf: Array(String(Character(try character())).utf8))
      } else {
        content.append(byte)
        position += 1
      }
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Reads `&lt;` and its like.
  private mutating func character() throws(TextFault) -> Unicode.Scalar {
    let first = position
    while position < bytes.count, position - first < 12, bytes[position] != 0x3B { position += 1 }
    let name = String(decoding: bytes[(first + 1)..<position], as: UTF8.self)
    guard at(";") else { throw TextFault(offset: first, reason: "& must be written as &amp;") }
    position += 1
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let digits = name.dropFirst()
      let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      if name.first == "#", let code, code > 0, let scalar = Unicode.Scalar(code) { return scalar }
      throw TextFault(offset: first, reason: "&\(name); is no character that is known here")
    }
  }
}
