internal import Foundation

/// Makes objects of an ODB while JSON is read, without keeping any of it.
struct JSONImport {
  /// An object or array being read, and its table.
  private struct Level {
    let table: Node
    /// How many elements the array has had so far; nil for an object.
    var count: Int?
  }

  let session: Session
  let path: ODBPath
  let form: ODBJSONForm
  private var events: JSONEvents
  private var levels: [Level] = []
  /// An event read ahead.
  private var ahead: JSONEvents.Event?
  private var values = 0

  init(_ bytes: [UInt8], _ form: ODBJSONForm, at path: ODBPath, _ session: Session) {
    self.session = session
    self.path = path
    self.form = form
    events = JSONEvents(bytes, deepest: max(0, NodeName.deepest - path.names.count))
  }

  /// Reads all of it; returns the number of values.
  mutating func run() throws -> Int {
    do {
      try add(named: path.lastName)
      while let level = levels.last {
        guard let event = try next() else { break }
        switch event {
        case .end: levels.removeLast()
        case .name(let text):
          let name = try name(text, in: level.table)
          try add(named: name)
        default:
          let number = (level.count ?? 0) + 1
          levels[levels.count - 1].count = number
          ahead = event
          try add(named: NodeName("\(number)"))
        }
      }
      _ = try events.next()
      return values
    } catch let fault as TextFault {
      throw ODBImportError(offset: fault.offset, path: try place.description, reason: fault.reason)
    }
  }

  private mutating func next() throws -> JSONEvents.Event? {
    defer { ahead = nil }
    return try ahead ?? events.next()
  }

  /// Where the content goes.
  private var place: ODBPath {
    get throws {
      guard let level = levels.last else { return path }
      return ODBPath(names: try session.names(of: level.table), odb: path.odb)
    }
  }

  /// The name of a member, if its table can take it.
  private func name(_ text: String, in table: Node) throws -> NodeName {
    var text = text
    if form == .marked, text.utf8.first == 0x24 {
      guard text.hasPrefix("$$") else { throw fault("a mark stands alone: \(text.prefix(40))") }
      text.removeFirst()
    }
    let name = NodeName(text)
    guard name.isLegal else { throw fault(ODBError.illegalName(text).description) }
    guard table.children[name] == nil else {
      throw fault("the name \(text.prefix(40)) stands in the object twice, or another that differs in capitals alone")
    }
    return name
  }

  private func fault(_ reason: String) -> TextFault { TextFault(offset: events.start, reason: reason) }

  /// Reads one value into the open table, or in place of what is at the path.
  private mutating func add(named name: NodeName) throws {
    guard let event = try next() else { throw events.fault("a value is expected") }
    switch event {
    case .beginArray: levels.append(Level(table: try makeTable(name), count: 0))
    case .beginObject:
      let first = try events.next()
      if form == .marked, case .name(let mark)? = first, mark.hasPrefix("$"), !mark.hasPrefix("$$") {
        return try set(try marked(mark), name)
      }
      ahead = first
      levels.append(Level(table: try makeTable(name)))
    case .null: if levels.last?.count != nil { try set(Subtree.missing, name) }
    default: try set(ODBValue(try content(event)), name)
    }
  }

  private func parent() throws -> Node { try levels.last?.table ?? path.requireParent(session) }

  private mutating func set(_ value: ODBValue, _ name: NodeName) throws {
    values += 1
    try session.set(value, name, in: try parent())
  }

  private func makeTable(_ name: NodeName) throws -> Node {
    guard levels.isEmpty, path.isRoot else { return try session.makeTable(name, in: try parent()) }
    // The root can't be made again, but it can be emptied.
    let root = session.cache.root
    _ = try session.deleteChildren(of: root)
    return root
  }

  // MARK: Values

  private func content(_ event: JSONEvents.Event) throws -> ODBValue.Content {
    switch event {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .boolean(let truth): .boolean(truth)
    case .null, .beginObject, .beginArray, .end, .name: throw fault("a text, a number, true or false is expected")
    }
  }

  /// Reads the rest of a marked value, after the name of its mark.
  private mutating func marked(_ mark: String) throws -> ODBValue {
    guard mark == "$type" else {
      let content = try markedContent(mark)
      try end()
      return ODBValue(content)
    }
    guard case .text(let type)? = try events.next() else { throw fault("an application type is a text") }
    guard case .name("$value")? = try events.next() else { throw fault("$value is expected") }
    var content: ODBValue.Content
    switch try events.next() {
    case .beginObject?:
      guard case .name(let inner)? = try events.next() else { throw fault("a mark is expected") }
      content = try markedContent(inner)
      try end()
    case .some(let event): content = try self.content(event)
    case nil: throw events.fault("a value is expected")
    }
    try end()
    return ODBValue(content, applicationType: type)
  }

  private mutating func end() throws {
    guard case .end? = try events.next() else { throw fault("the end of a marked value is expected") }
  }

  /// What follows the name of a mark.
  private mutating func markedContent(_ mark: String) throws -> ODBValue.Content {
    let event = try events.next()
    switch (mark, event) {
    case ("$date", .double(let seconds)?): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case ("$date", .integer(let seconds)?): return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case ("$date", .text(let text)?): return .date(Date(timeIntervalSinceReferenceDate: try special(text)))
    case ("$double", .text(let text)?): return .double(try special(text))
    case ("$data", .text(let text)?):
      guard let data = Data(base64Encoded: text) else { throw fault("the text is no base64") }
      return .data(data)
    default: throw fault("\(mark.prefix(40)) is no mark, or what follows it is not its kind of value")
    }
  }

  private func special(_ text: String) throws -> Double {
    switch text {
    case "inf": return .infinity
    case "-inf": return -.infinity
    case "nan": return .nan
    default:
      guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else {
        throw fault("inf, -inf, nan or 16 hexadecimal digits are expected")
      }
      return Double(bitPattern: bits)
    }
  }
}
