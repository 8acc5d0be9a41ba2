/// Makes tables from outlines while they are read.
struct OPMLImport {
  /// An element being read.
  private enum Level {
    /// `opml`, with the table of the document.
    case document(Node)
    case head(Node)
    /// An element of the head, whose text is a value.
    case headElement(Node, NodeName, text: String)
    /// `body` or an outline, and how many outlines it has had so far.
    case outlines(Node, count: Int)
    /// Not part of OPML; skipped with everything in it.
    case foreign
  }

  let session: Session
  let path: ODBPath
  private var events: XMLEvents
  private var levels: [Level] = []
  private var outlines = 0

  init(_ bytes: [UInt8], at path: ODBPath, _ session: Session) throws {
    self.session = session
    self.path = path
    do { events = try XMLEvents(bytes) } catch { throw Self.error(error, path) }
  }

  private static func error(_ fault: TextFault, _ path: ODBPath) -> ODBImportError {
    ODBImportError(offset: fault.offset, path: path.description, reason: fault.reason)
  }

  /// Reads all of it; returns the number of outlines.
  mutating func run() throws -> Int {
    do {
      while let event = try events.next() {
        switch event {
        case .begin(let name, let attributes): levels.append(try begin(name, attributes))
        case .text(let text): add(text)
        case .end: try end()
        }
      }
      return outlines
    } catch let fault as TextFault {
      throw Self.error(fault, try place)
    }
  }

  /// Where the content goes.
  private var place: ODBPath {
    get throws {
      switch levels.last {
      case .document(let table)?, .head(let table)?, .headElement(let table, _, _)?, .outlines(let table, _)?:
        ODBPath(names: try session.names(of: table), odb: path.odb)
      case .foreign?, nil: path
      }
    }
  }

  private func fault(_ reason: String) -> TextFault { TextFault(offset: events.start, reason: reason) }

  private mutating func begin(_ name: String, _ attributes: [XMLEvents.Attribute]) throws -> Level {
    switch levels.last {
    case nil:
      guard name == "opml" else { throw fault("the document is no OPML, but \(name.prefix(40))") }
      let table = try makeDocument()
      try add(attributes, to: table)
      return .document(table)
    case .document(let table)? where name == "head": return .head(try make(NodeName("head"), in: table))
    case .document(let table)? where name == "body": return .outlines(try make(NodeName("body"), in: table), count: 0)
    case .head(let table)?: return .headElement(table, NodeName(name), text: "")
    case .outlines(let table, let count)? where name == "outline":
      outlines += 1
      levels[levels.count - 1] = .outlines(table, count: count + 1)
      let outline = try make(NodeName("\(count + 1)"), in: table)
      try add(attributes, to: outline)
      return .outlines(outline, count: 0)
    case .document?, .headElement?, .outlines?, .foreign?: return .foreign
    }
  }

  private mutating func add(_ text: String) {
    guard case .headElement(let table, let name, let earlier)? = levels.last else { return }
    levels[levels.count - 1] = .headElement(table, name, text: earlier + text)
  }

  private mutating func end() throws {
    if case .headElement(let table, let name, let text)? = levels.popLast() { try set(text, name, in: table) }
  }

  private func add(_ attributes: [XMLEvents.Attribute], to table: Node) throws {
    for attribute in attributes { try set(attribute.value, NodeName(attribute.name), in: table) }
  }

  private func set(_ text: String, _ name: NodeName, in table: Node) throws {
    try check(name, in: table)
    try session.set(text.odbValue, name, in: table)
  }

  private func make(_ name: NodeName, in table: Node) throws -> Node {
    try check(name, in: table)
    return try session.makeTable(name, in: table)
  }

  private func check(_ name: NodeName, in table: Node) throws {
    guard name.isLegal else { throw fault(ODBError.illegalName(name.text).description) }
    guard table.children[name] == nil else {
      throw fault("\(name.text.prefix(40)) stands there twice, or another that differs in capitals alone")
    }
    guard path.names.count + levels.count <= NodeName.deepest else {
      throw fault("more than \(NodeName.deepest) tables would be in each other")
    }
  }

  private func makeDocument() throws -> Node {
    guard path.isRoot else { return try session.makeTable(path.lastName, in: try path.requireParent(session)) }
    let root = session.cache.root
    _ = try session.deleteChildren(of: root)
    return root
  }
}
