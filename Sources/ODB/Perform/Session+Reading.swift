internal import Foundation
internal import ORDA

/// Finding nodes: in the cache, and if that does not know, in the database.
extension Session {
  /// What is at a path; nil if there is nothing.
  func node(at names: [NodeName]) throws -> Node? {
    if failure != nil { _ = try usable() }
    var node = cache.root
    var index = 0
    while index < names.count {
      guard node.isTable else {
        hasRead = true
        return nil
      }
      cache.use(node)
      let name = names[index]
      if let child = node.children[name] {
        node = child
      } else if node.isComplete || node.missing.contains(name.key) {
        hasRead = true
        return nil
      } else {
        // From here on the database is asked, which may show that the cache has another state.
        _ = try child(name, of: node)
        return try search(names)
      }
      index += 1
    }
    hasRead = true
    return node
  }

  private func search(_ names: [NodeName]) throws -> Node? {
    hasRead = true
    var node = cache.root
    for name in names {
      guard node.isTable, let child = try child(name, of: node) else { return nil }
      node = child
    }
    return node
  }

  /// A table's object with a name; nil if there is none.
  func child(_ name: NodeName, of table: Node) throws -> Node? {
    cache.use(table)
    if let child = table.children[name] { return child }
    if table.isComplete || table.missing.contains(name.key) || !name.isLegal { return nil }
    let opened = try usable()
    if opened.layout == .original {
      try loadChildren(of: table)
      return table.children[name]
    }
    table.lookups += 1
    if table.lookups > 16, !table.isLong {
      try loadSome(of: table)
      if table.isComplete || table.children[name] != nil { return table.children[name] }
    } else if try beginReading(lookingFor: name, in: table), cache.tables[table.id] === table {
      return table.children[name]
    }
    var found: Node?
    try opened.statements.child.forEach(table.id, name.storedKey) { row in found = try NodeRow.node(row) }
    remember(found, name, of: table)
    return found
  }

  /// Notes in the cache what was found under a name in a table, or that nothing was.
  func remember(_ found: Node?, _ name: NodeName, of table: Node) {
    if let found { return cache.insert(found, in: table) }
    if table.missing.count > 10_000 { table.missing = [] }
    table.missing.insert(name.key)
  }

  /// Reads everything a table contains, unless it is known.
  func loadChildren(of table: Node) throws {
    cache.use(table)
    hasRead = true
    if table.isComplete { return }
    try beginReading()
    let opened = try usable()
    if opened.layout == .original {
      try OriginalLayout.load(table, into: cache, opened.governor)
    } else {
      try load(opened.statements.children, of: table)
    }
    table.isComplete = true
    table.missing = []
  }

  /// Reads everything a table contains, if that is not much.
  private func loadSome(of table: Node) throws {
    try beginReading()
    let count = try load(try usable().statements.someChildren, of: table)
    if count < NodeStatements.shortTable {
      table.isComplete = true
      table.missing = []
    } else {
      table.isLong = true
    }
  }

  @discardableResult
  private func load(_ statement: any Statement, of table: Node) throws -> Int {
    var count = 0
    try statement.forEach(table.id) { row in
      count += 1
      let node = try NodeRow.node(row)
      // What is known already may be newer: it may be waiting to be written.
      if table.children[node.name] == nil { cache.insert(node, in: table) }
    }
    return count
  }

  /// The value of a node; nil for a table.
  func value(of node: Node) throws -> ODBValue? {
    switch node.content {
    case .table: return nil
    case .value(let value): return value
    case .unknown(let kind): throw ODBError.invalidDataType(kind: kind)
    case .large(let kind, let applicationType, _):
      try flush()
      try beginReading()
      var content: ODBValue.Content?
      try usable().statements.value.forEach(node.id) { row in
        content = NodeRow.value(
          ofKind: kind, integer: nil, double: nil, text: try row.get(0), bytes: try row.get(1))
      }
      return content.map { ODBValue($0, applicationType: applicationType) }
    }
  }

  /// The current node of an object. Earlier nodes may have been forgotten and made again, when a nested perform was
  /// undone or somebody else had written.
  ///
  /// - Throws: `undefined` if it no longer exists.
  func live(_ node: Node) throws -> Node {
    if let known = cache.current(node) { return known }
    guard let opened, opened.layout == .current, let names = try names(of: node.id),
      let found = try self.node(at: names), found.id == node.id
    else { throw ODBError.undefined(path: node.name.text) }
    return found
  }

  /// The table that a node is in; nil for the root.
  func parent(of node: Node) throws -> Node? {
    if node.isRoot { return nil }
    if let parent = cache.tables[node.parent] { return parent }
    // Its table has left the cache: find it again from the root.
    return try self.node(at: Array(try names(of: node).dropLast()))
  }

  /// The names of all tables around a node, and its own; none for the root.
  func names(of node: Node) throws -> [NodeName] {
    if let known = cache.current(node), !known.isRoot, let names = try names(of: known.parent) {
      return names + [known.name]
    }
    guard let names = try names(of: node.id) else { throw ODBError.undefined(path: node.name.text) }
    return names
  }

  /// The same by a node's number; nil if there is no such node.
  private func names(of id: Int64) throws -> [NodeName]? {
    var names: [NodeName] = []
    var id = id
    while id != Node.root {
      if names.count > NodeStatements.deepest { throw DatabaseError(.corrupt, "an ODB's table is inside itself") }
      if let table = cache.tables[id] {
        names.append(table.name)
        id = table.parent
        continue
      }
      try beginReading()
      guard let row = try usable().statements.place.first((Int64, String).self, id) else { return nil }
      names.append(NodeName(row.1))
      id = row.0
    }
    return names.reversed()
  }
}
