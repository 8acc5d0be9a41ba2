/// What is known of the database without asking it: the nodes that were used, as they were at one version of it.
final class NodeCache {
  /// The root, and every table that hangs on it.
  private(set) var tables: [Int64: Node] = [:]
  /// This includes every value once somebody else changes rows, since those are reported by number. A program that has
  /// its database to itself never needs it.
  private var values: [Int64: Node]?
  /// The database's version that the nodes are of; nil where nothing is known.
  var version: Int64?
  /// Goes up whenever a node may have left its place: a path that remembers its node looks for it again then.
  private(set) var generation = 0
  /// About how many bytes the nodes take.
  private(set) var size = 0
  private var clock = 0

  init() { add(NodeCache.newRoot()) }

  /// Level by level, for trees may be deeper than a thread's stack.
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

  /// Takes away what has another one's number: somebody has moved it, and the news of that is still to come.
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

  /// What is known now of the row that a node is of; nil where nothing is.
  func current(_ node: Node) -> Node? {
    if node.isTable { return tables[node.id] }
    return tables[node.parent]?.children[node.name].flatMap { $0.id == node.id ? $0 : nil }
  }

  /// Says that a table was used.
  @inline(__always)
  func use(_ table: Node) {
    clock &+= 1
    table.lastUse = clock
  }

  /// Hangs a node on its table.
  func insert(_ node: Node, in table: Node) {
    if let old = table.children.insert(node) { forget(old) }
    if !table.missing.isEmpty { table.missing.remove(node.name.key) }
    add(node)
  }

  /// Takes a node out of its table, with everything below it.
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

  /// Hangs a node somewhere else.
  func move(_ node: Node, to table: Node, name: NodeName) {
    if let old = tables[node.parent], old.children[node.name] === node { old.children.remove(node.name) }
    size -= node.size
    node.move(to: table.id, name: name)
    size += node.size
    _ = table.children.insert(node)
    table.missing.remove(name.key)
    generation &+= 1
  }

  /// Forgets a node and what hangs on it: level by level, for trees may be deeper than a thread's stack.
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

  /// Knows that a table is empty.
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

  /// Forgets what was not used for longest, until there is room.
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
    // Of values that are known in two places nobody knows which one is theirs.
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
  /// A row came into a table.
  case added(parent: Int64, key: String)
}
