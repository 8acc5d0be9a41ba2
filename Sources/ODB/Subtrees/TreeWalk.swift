/// Walks through a table and everything below it, depth first, with a few objects of each level in memory.
struct TreeWalk {
  /// What the walk meets.
  enum Step {
    case enter(Node)
    case value(Node)
    case leave(Node)
  }

  private struct Level {
    let table: Node
    /// The last first.
    var page: [Node]
    var last: NodeName?
    var isLast: Bool
  }

  private let session: Session
  private var first: Node?
  private var levels: [Level] = []

  init(_ node: Node, _ session: Session) {
    first = node
    self.session = session
  }

  /// The next step; nil at the end.
  mutating func next() throws -> Step? {
    if let node = first {
      first = nil
      return try step(to: node)
    }
    while var level = levels.popLast() {
      if let node = level.page.popLast() {
        level.last = node.name
        levels.append(level)
        return try step(to: node)
      }
      if level.isLast { return .leave(level.table) }
      levels.append(try read(level.table, after: level.last))
    }
    return nil
  }

  private mutating func step(to node: Node) throws -> Step {
    guard node.isTable else { return .value(node) }
    levels.append(try read(node, after: nil))
    return .enter(node)
  }

  private func read(_ table: Node, after: NodeName?) throws -> Level {
    if levels.count > NodeName.deepest { throw ODBError.illegalName(table.name.text) }
    // Deep levels hold few objects, so that a deep tree needs little memory.
    let limit = levels.count < 16 ? 128 : 8
    let page = try session.page(of: table, after: after, limit: limit)
    return Level(table: table, page: page.reversed(), last: after, isLast: page.count < limit)
  }
}
