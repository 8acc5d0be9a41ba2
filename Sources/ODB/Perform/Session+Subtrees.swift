internal import ORDA

/// Operations on a node with everything below it.
extension Session {
  /// Deletes a node and everything below it.
  func delete(_ node: Node) throws {
    try beginWriting()
    let node = try live(node)
    try deleteBelow(node)
    try deleteRows([node.id])
    cache.remove(node)
    try parent(of: node)?.missing.insert(node.name.key)
  }

  /// Deletes everything a table contains; returns how many objects were directly in it.
  func deleteChildren(of table: Node) throws -> Int {
    try beginWriting()
    let table = try live(table)
    let count = try deleteBelow(table)
    cache.empty(table)
    return count
  }

  /// Deletes the rows below a node, the deepest first: a row that contains others can't go. Returns how many were
  /// directly below.
  @discardableResult
  private func deleteBelow(_ node: Node) throws -> Int {
    guard node.isTable, !(node.isComplete && node.children.isEmpty) else { return 0 }
    try flush()
    let levels = try levels(below: [node.id])
    for level in levels.reversed() { try deleteRows(level) }
    return levels.first?.count ?? 0
  }

  private func deleteRows(_ ids: [Int64]) throws {
    try flush()
    try willWrite()
    let statements = try usable().statements
    var rest = ids[...]
    while !rest.isEmpty {
      let some = rest.prefix(50_000)
      try statements.deleteList.execute(ValueList(some))
      rest = rest.dropFirst(some.count)
    }
  }

  /// The numbers of all rows below some others, level by level.
  private func levels(below roots: [Int64]) throws -> [[Int64]] {
    var levels: [[Int64]] = []
    var roots = roots
    while !roots.isEmpty {
      let depth = levels.count
      var deepest: [Int64] = []
      try usable().statements.subtree.forEach(ValueList(roots)) { row in
        let id = try row.get(0, as: Int64.self)
        let level = depth + (try row.get(1, as: Int.self)) - 1
        while levels.count <= level { levels.append([]) }
        levels[level].append(id)
      }
      // A statement goes down only so far: the next one asks for what is below its last level.
      if levels.count - depth == NodeStatements.levels { deepest = levels.last ?? [] }
      if levels.count > NodeStatements.deepest { throw DatabaseError(.corrupt, "an ODB's table is inside itself") }
      roots = deepest
    }
    return levels
  }

  /// Copies a node and everything below it, over whatever is there; returns the copy.
  func copy(_ node: Node, to table: Node, _ name: NodeName) throws -> Node {
    guard name.isLegal else { throw ODBError.illegalName(name.text) }
    try beginWriting()
    let (node, table) = (try live(node), try live(table))
    if let old = try child(name, of: table) { try delete(old) }
    try flush()
    let copy = Node(id: newID(), parent: table.id, name: name, content: node.content)
    try copyRows([(node, copy)])
    cache.insert(copy, in: table)
    var level = [(node, copy)]
    while !level.isEmpty {
      var next: [(Node, Node)] = []
      for (node, copy) in level where node.isTable {
        try loadChildren(of: node)
        copy.isComplete = true
        for child in node.children.nodes {
          let twin = Node(id: newID(), parent: copy.id, name: child.name, content: child.content)
          cache.insert(twin, in: copy)
          next.append((child, twin))
        }
      }
      try copyRows(next)
      level = next
    }
    return copy
  }

  /// Copies rows within the database, including long values and values of unknown kinds.
  private func copyRows(_ pairs: [(Node, Node)]) throws {
    if pairs.isEmpty { return }
    try willWrite()
    let changed = try usable().statements.copy.executeMany(pairs) { pair, parameters in
      let (node, copy) = pair
      try parameters.bind(copy.id, copy.parent, copy.name.text, copy.name.storedKey, node.id)
    }
    try expect(pairs.count, changed)
  }
}
