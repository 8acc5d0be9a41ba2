/// What is known of the database without asking it: the nodes that were used, as they were at one version.
final class NodeCache {
  /// The root, and every table attached to it.
  private(set) var tables: [Int64: Node] = [:]
  /// Every value too, once somebody else changes rows, since those are reported by number. A program that has its
  /// database to itself never needs it.
  private var values: [Int64: Node]?
  /// The version of the database that the nodes come from; nil if nothing is known.
  var version: Int64?
  /// Goes up whenever a node may have left its place: then a path that remembers its node looks for it again.
  private(set) var generation = 0
  /// About how many bytes the nodes take.
  private(set) var size = 0
  private var clock = 0

  init() { add(NodeCache.newRoot()) }

  /// Level by level, since a tree may be deeper than a thread's stack.
  deinit {
    for table in tables.values { table.children = Children() }
  }

  var root: Node {
    if let root = tables[Node.root] { return root }
    let root = NodeCache.newRoot()
    add(root)
    return root
  }

  private static func newRoot() -> Node { Node(id: Node.root, parent: Node.root, name: .root, content: .table) }

  private func add(_ node: Node) {
    size += node.size
    let other = node.isTable ? tables.updateValue(node, forKey: node.id) : values?.updateValue(node, forKey: node.id)
    if let other, other !== node { unhang(other) }
  }

  /// Removes the node with the same number as another: somebody has moved it, and the news has not arrived yet.
  private func unhang(_ node: Node) {
    if let table = tables[node.parent], table.children[node.name] === node {
      table.children.remove(node.name)
      table.isComplete = false
    }
    size -= node.size
    let children = node.children.nodes
    node.children = Children()
    for child in children { forget(child) }
    generation &+= 1
  }

  /// What is known now of a node's row; nil if nothing is.
  func current(_ node: Node) -> Node? {
    if node.isTable { return tables[node.id] }
    return tables[node.parent]?.children[node.name].flatMap { $0.id == node.id ? $0 : nil }
  }

  /// Marks a table as used.
  @inline(__always)
  func use(_ table: Node) {
    clock &+= 1
    table.lastUse = clock
  }

  /// Attaches a node to its table.
  func insert(_ node: Node, in table: Node) {
    if let old = table.children.insert(node) { forget(old) }
    if !table.missing.isEmpty { table.missing.remove(node.name.key) }
    add(node)
  }

  /// Removes a node from its table, with everything below it.
  func remove(_ node: Node) {
    if let table = tables[node.parent], table.children[node.name] === node {
      table.children.remove(node.name)
    }
    forget(node)
  }

  /// Replaces what a node is.
  func set(_ content: Node.Content, name: NodeName, of node: Node) {
    size -= node.size
    node.content = content
    node.name = name
    size += node.size
  }

  /// Attaches a node somewhere else.
  func move(_ node: Node, to table: Node, name: NodeName) {
    if let old = tables[node.parent], old.children[node.name] === node { old.children.remove(node.name) }
    size -= node.size
    node.move(to: table.id, name: name)
    size += node.size
    _ = table.children.insert(node)
    table.missing.remove(name.key)
    generation &+= 1
  }

  /// Forgets a node and everything below it: level by level, since a tree may be deeper than a thread's stack.
  private func forget(_ node: Node) {
    generation &+= 1
    var level = [node]
    while !level.isEmpty {
      var next: [Node] = []
      for node in level {
        size -= node.size
        guard node.isTable else {
          values?[node.id] = nil
          continue
        }
        tables[node.id] = nil
        next.append(contentsOf: node.children.nodes)
        node.children = Children()
      }
      level = next
    }
  }

  /// Forgets a table's children; the table stays.
  private func forgetChildren(of table: Node) {
    let children = table.children.nodes
    table.children = Children()
    table.missing = []
    table.isComplete = false
    table.lookups = 0
    for child in children { forget(child) }
  }

  /// Marks a table as empty.
  func empty(_ table: Node) {
    forgetChildren(of: table)
    table.isComplete = true
  }

  /// Forgets everything.
  func removeAll() {
    generation &+= 1
    for table in tables.values { table.children = Children() }
    tables = [:]
    values = nil
    size = 0
    version = nil
    add(NodeCache.newRoot())
  }

  /// Forgets what has not been used for longest, until it fits.
  func shrink(to limit: Int) {
    guard size > limit else { return }
    let used = tables.values.filter { !$0.children.isEmpty || !$0.missing.isEmpty }.sorted { $0.lastUse < $1.lastUse }
    for table in used {
      if size <= limit * 3 / 4 { return }
      if tables[table.id] === table { forgetChildren(of: table) }
    }
  }

  /// The node of a row.
  private func node(_ id: Int64) -> Node? {
    if let table = tables[id] { return table }
    if let values { return values[id] }
    var found: [Int64: Node] = [:]
    var twins: [Node] = []
    for table in tables.values {
      for child in table.children.nodes where !child.isTable {
        if let twin = found.updateValue(child, forKey: child.id) { twins += [twin, child] }
      }
    }
    values = found
    // If a value is known in two places, nobody knows which is right.
    for twin in twins { remove(twin) }
    return values?[id]
  }

  /// Applies what somebody else changed.
  func apply(_ news: [NodeNews]) {
    for change in news {
      switch change {
      case .changed(let id):
        guard let node = node(id) else { break }
        tables[node.parent]?.isComplete = false
        if node.isRoot { forgetChildren(of: node) } else { remove(node) }
      case .added(let parent, let key):
        guard let table = tables[parent] else { break }
        table.missing.remove(key)
        table.isComplete = false
        generation &+= 1
      }
    }
  }
}

/// What somebody else changed, as far as a cache needs to know it.
enum NodeNews: Sendable {
  /// The row of this number was changed or deleted.
  case changed(Int64)
  /// A row was added to a table.
  case added(parent: Int64, key: String)
}
