internal import Foundation

/// Writes tables as outlines.
struct OPMLExport {
  private enum Step {
    case outline(Node)
    case end
  }

  private let session: Session
  private var text = ""

  private init(_ session: Session) { self.session = session }

  /// The OPML of a table.
  static func export(_ table: Node, _ session: Session) throws -> String {
    var export = OPMLExport(session)
    try export.write(table)
    return export.text
  }

  private mutating func write(_ table: Node) throws {
    try session.loadChildren(of: table)
    let body = table.children[NodeName("body")].flatMap { $0.isTable ? $0 : nil }
    var version = "2.0"
    if body != nil, let known = table.children[NodeName("version")], case .value(let value) = known.content {
      version = Self.text(of: value)
    }
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"\(Self.escaped(version))\">\n<head>\n"
    if body != nil, let head = table.children[NodeName("head")], head.isTable {
      try writeHead(head)
    } else {
      text += "<title>\(Self.escaped(table.name.text))</title>\n"
    }
    text += "</head>\n<body>\n"
    try writeOutlines(of: body ?? table)
    text += "</body>\n</opml>\n"
  }

  private mutating func writeHead(_ head: Node) throws {
    try session.loadChildren(of: head)
    for node in Self.ordered(head) {
      guard Self.isName(node.name.text), let value = try session.value(of: node) else { continue }
      text += "<\(node.name.text)>\(Self.escaped(Self.text(of: value)))</\(node.name.text)>\n"
    }
  }

  private mutating func writeOutlines(of table: Node) throws {
    try session.loadChildren(of: table)
    var steps: [Step] = Self.ordered(table).reversed().map { .outline($0) }
    while let step = steps.popLast() {
      guard case .outline(let node) = step else {
        text += "</outline>\n"
        continue
      }
      guard node.isTable else {
        try writeValue(node)
        continue
      }
      try session.loadChildren(of: node)
      var inner: [Node] = []
      var attributes = ""
      var title: String?
      for child in Self.ordered(node) {
        guard !child.isTable, Self.isName(child.name.text), let value = try session.value(of: child) else {
          inner.append(child)
          continue
        }
        if child.name.key == "text" {
          title = Self.text(of: value)
        } else {
          attributes += " \(child.name.text)=\"\(Self.escaped(Self.text(of: value)))\""
        }
      }
      let name = title ?? (Self.number(node) == nil ? node.name.text : "")
      text += "<outline text=\"\(Self.escaped(name))\"\(attributes)"
      if inner.isEmpty {
        text += "/>\n"
      } else {
        text += ">\n"
        steps.append(.end)
        for child in inner.reversed() { steps.append(.outline(child)) }
      }
    }
  }

  /// Writes a value that can't be an attribute.
  private mutating func writeValue(_ node: Node) throws {
    guard let value = try session.value(of: node) else { return }
    let content = Self.escaped(Self.text(of: value))
    text += "<outline text=\"\(Self.escaped(node.name.text))\" value=\"\(content)\"/>\n"
  }

  // MARK: Texts

  /// Numbered objects by their numbers, then the others by their names.
  private static func ordered(_ table: Node) -> [Node] {
    table.children.nodes.sorted { left, right in
      switch (number(left), number(right)) {
      case (let first?, let second?): first < second
      case (.some, nil): true
      case (nil, .some): false
      case (nil, nil): left.name.key.utf8.lexicographicallyPrecedes(right.name.key.utf8)
      }
    }
  }

  private static func number(_ node: Node) -> Int? {
    guard let number = Int(node.name.key), number > 0, "\(number)" == node.name.key else { return nil }
    return number
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.enumerated().allSatisfy { XMLEvents.isOfName($1, isFirst: $0 == 0) }
  }

  private static func text(of value: ODBValue) -> String {
    switch value.content {
    case .boolean(let content): content.description
    case .integer(let content): content.description
    case .double(let content): content.description
    case .date(let content): content.formatted(.iso8601)
    case .string(let content): content
    case .data(let content): content.base64EncodedString()
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\r", "\t": escaped += "&#\(scalar.value);"
      // Characters that XML can't hold at all.
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": escaped.unicodeScalars.append("\u{FFFD}")
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
