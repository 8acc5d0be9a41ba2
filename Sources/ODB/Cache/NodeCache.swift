/// What is known of the database without asking it: the nodes that were used, as they were at one version of it.
final class NodeCache {
  /// The root, and every node that hangs on it.
  private(set) var nodes: [Int64: Node] = [:]
  /// The database's version that the nodes are of; nil where nothing is known.
  var version: Int64?
  /// Goes up whenever a node may have left its place: a path that remembers its node looks for it again then.
  private(set) var generation = 0
  /// About how many bytes the nodes take.
  private(set) var size = 0
  private var clock = 0

  init() { add(NodeCache.newRoot()) }

  var root: Node {
    if let root = nodes[Node.root] { return root }
    let root = NodeCache.newRoot()
    add(root)
    return root
  }

  private static func newRoot() -> Node { Node(id: Node.root, parent: Node.root, name: .root, content: .table) }

  private func add(_ node: Node) {
    size += node.size
    guard let other = nodes.updateValue(node, forKey: node.id), other !== node else { return }
    // Somebody has moved it, and the news of that is still to come.
    if let table = nodes[other.parent], table.children[other.name.key] === other {
      table.children[other.name.key] = nil
      table.isComplete = false
    }
    size -= other.size
    let children = other.children.values
    other.children = [:]
    for child in children { forget(child) }
    generation &+= 1
  }

  /// Says that a table was used.
  @inline(__always)
  func use(_ table: Node) {
    clock &+= 1
    table.lastUse = clock
  }

  /// Hangs a node on its table.
  func insert(_ node: Node, in table: Node) {
    if let old = table.children.updateValue(node, forKey: node.name.key) { forget(old) }
    if !table.missing.isEmpty { table.missing.remove(node.name.key) }
    add(node)
  }

  /// Takes a node out of its table, with all that hangs on it.
  func remove(_ node: Node) {
    if let table = nodes[node.parent], table.children[node.name.key] === node {
      table.children[node.name.key] = nil
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
    if let old = nodes[node.parent], old.children[node.name.key] === node { old.children[node.name.key] = nil }
    size -= node.size
    node.move(to: table.id, name: name)
    size += node.size
    table.children[name.key] = node
    table.missing.remove(name.key)
    generation &+= 1
  }

  /// Forgets a node and what hangs on it: level by level, for trees may be deeper than a thread's stack.
  private func forget(_ node: Node) {
    generation &+= 1
    var level = [node]
    while !level.isEmpty {
      var next: [Node] = []
      for node in level where nodes.removeValue(forKey: node.id) != nil {
        size -= node.size
        next.append(contentsOf: node.children.values)
        node.children = [:]
      }
      level = next
    }
  }

  /// Forgets a table's children; the table stays.
  private func forgetChildren(of table: Node) {
    let children = table.children.values
    table.children = [:]
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
    for node in nodes.values { node.children = [:] }
    nodes = [:]
    size = 0
    version = nil
    add(NodeCache.newRoot())
  }

  /// Forgets what was not used for longest, until there is room.
  func shrink(to limit: Int) {
    guard size > limit else { return }
    let tables = nodes.values.filter { !$0.children.isEmpty || !$0.missing.isEmpty }.sorted { $0.lastUse < $1.lastUse }
    for table in tables {
      if size <= limit * 3 / 4 { return }
      if nodes[table.id] === table { forgetChildren(of: table) }
    }
  }

  /// Applies what somebody else changed.
  func apply(_ news: [NodeNews]) {
    for change in news {
      switch change {
      case .changed(let id):
        guard let node = nodes[id] else { break }
        nodes[node.parent]?.isComplete = false
        if node.isRoot { forgetChildren(of: node) } else { remove(node) }
      case .added(let parent, let key):
        guard let table = nodes[parent] else { break }
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
