internal import Foundation

/// Writes what is at a path as JSON, piece by piece.
struct JSONExport {
  let form: ODBJSONForm
  let write: ([UInt8]) throws -> Void
  private var buffer: [UInt8] = []
  private static let full = 65_536

  init(_ form: ODBJSONForm, _ write: @escaping ([UInt8]) throws -> Void) {
    self.form = form
    self.write = write
  }

  /// Writes a node and everything below it.
  mutating func export(_ node: Node, _ session: Session) throws {
    var walk = TreeWalk(node, session)
    var depth = 0
    var isFirst = true
    while let step = try walk.next() {
      switch step {
      case .enter(let table):
        begin(table, depth, isFirst)
        add("{")
        depth += 1
        isFirst = true
      case .leave:
        depth -= 1
        add("}")
        isFirst = false
      case .value(let node):
        begin(node, depth, isFirst)
        isFirst = false
        guard let value = try session.value(of: node) else { continue }
        add(value)
      }
      if buffer.count >= Self.full { try flush() }
    }
    try flush()
  }

  private mutating func flush() throws {
    if buffer.isEmpty { return }
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// The comma and the name before an object of a table.
  private mutating func begin(_ node: Node, _ depth: Int, _ isFirst: Bool) {
    if depth == 0 { return }
    if !isFirst { add(",") }
    let name = node.name.text
    add(quoted: form == .marked && name.utf8.first == 0x24 ? "$" + name : name)
    add(":")
  }

  private mutating func add(_ text: String) { buffer.append(contentsOf: text.utf8) }

  private mutating func add(_ value: ODBValue) {
    guard form == .marked, let type = value.applicationType else { return add(value.content) }
    add("{\"$type\":")
    add(quoted: type)
    add(",\"$value\":")
    add(value.content)
    add("}")
  }

  private mutating func add(_ content: ODBValue.Content) {
    switch content {
    case .boolean(let content): add(content ? "true" : "false")
    case .integer(let content): add(content.description)
    case .double(let content): content.isFinite ? add(content.description) : mark("$double", Self.special(content))
    case .string(let content): add(quoted: content)
    case .data(let content): mark("$data", content.base64EncodedString())
    case .date(let content) where form == .plain: add(quoted: content.formatted(.iso8601))
    case .date(let content):
      let seconds = content.timeIntervalSinceReferenceDate
      add("{\"$date\":")
      if seconds.isFinite { add(seconds.description) } else { add(quoted: Self.special(seconds)) }
      add("}")
    }
  }

  private mutating func mark(_ name: String, _ text: String) {
    if form == .plain { return name == "$data" ? add(quoted: text) : add("null") }
    add("{\"\(name)\":")
    add(quoted: text)
    add("}")
  }

  /// How a double that is not a number is written.
  static func special(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    if number.bitPattern == Double.nan.bitPattern { return "nan" }
    let digits = String(number.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private mutating func add(quoted text: String) {
    buffer.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: buffer.append(contentsOf: [0x5C, byte])
      case 0x0A: add("\\n")
      case 0x0D: add("\\r")
      case 0x09: add("\\t")
      case 0..<0x20, 0x7F: add("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: buffer.append(byte)
      }
    }
    buffer.append(0x22)
  }
}
