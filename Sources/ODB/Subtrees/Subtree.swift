/// A value, or a table with everything it contains, outside of a database, as encoding makes it.
final class Subtree {
  /// What it is.
  enum Content {
    /// Nothing: putting it somewhere makes nothing.
    case nothing
    case value(ODBValue)
    case table
  }

  var content: Content
  /// What a table contains, in the order of addition.
  private(set) var children: [(name: NodeName, child: Subtree)] = []
  private var places: [NodeName: Int] = [:]
  /// A fault that could not be thrown.
  var fault: (any Error)?

  init(_ content: Content) { self.content = content }

  /// Adds something to a table; false if the name is taken, in any case.
  func add(_ child: Subtree, _ name: NodeName) -> Bool {
    if places[name] != nil { return false }
    places[name] = children.count
    children.append((name, child))
    return true
  }

  /// A fault in it, or in something that it contains.
  var anyFault: (any Error)? {
    var rest = [self]
    while let next = rest.popLast() {
      if let fault = next.fault { return fault }
      for (_, child) in next.children { rest.append(child) }
    }
    return nil
  }

  /// Represents a missing element in a numbered table, so that later ones keep their numbers.
  static let missing = ODBValue(.string(""), applicationType: "nil")
}

extension Session {
  /// Puts a subtree into a table, over whatever has that name; nil for nothing.
  @discardableResult
  func put(_ subtree: Subtree, _ name: NodeName, in table: Node) throws -> Node? {
    var made: Node?
    var rest: [(Subtree, NodeName, Node)] = [(subtree, name, table)]
    while let (subtree, name, table) = rest.popLast() {
      switch subtree.content {
      case .nothing: break
      case .value(let value): try set(value, name, in: table)
      case .table:
        let node = try makeTable(name, in: table)
        made = made ?? node
        for (name, child) in subtree.children.reversed() { rest.append((child, name, node)) }
      }
    }
    return made
  }
}
