internal import Foundation
internal import ORDA

/// Making and changing nodes.
extension Session {
  /// Puts a value into a table: over whatever has that name, unless it is the same value.
  func set(_ value: ODBValue, _ name: NodeName, in table: Node) throws {
    guard name.isLegal else { throw ODBError.illegalName(name.text) }
    var (table, old) = (table, try child(name, of: table))
    if let old, try holds(old, value) { return }
    if try beginWritingAnew() {
      table = try live(table)
      old = try child(name, of: table)
    }
    if let old, !old.isTable {
      cache.set(content(of: value), name: name, of: old)
      return try write(old, value, .update)
    }
    if let old { try delete(old) }
    let node = Node(id: newID(), parent: table.id, name: name, content: content(of: value))
    cache.insert(node, in: table)
    try write(node, value, .insert)
  }

  /// Locks the database; true if this discarded what was known before, because somebody else had written.
  private func beginWritingAnew() throws -> Bool {
    let generation = cache.generation
    try beginWriting()
    return cache.generation != generation
  }

  /// True if a node is exactly this value, so that there is nothing to write.
  private func holds(_ node: Node, _ value: ODBValue) throws -> Bool {
    switch node.content {
    case .value(let known): return known == value
    case .large(let kind, let applicationType, let size):
      guard kind == value.primitiveType.rawValue, applicationType == value.applicationType, size == value.content.size
      else { return false }
      return try self.value(of: node) == value
    case .table, .unknown: return false
    }
  }

  /// What memory keeps of a value.
  private func content(of value: ODBValue) -> Node.Content {
    let size = value.content.size
    guard size > NodeRow.longest else { return .value(value) }
    return .large(kind: value.primitiveType.rawValue, applicationType: value.applicationType, size: size)
  }

  /// Makes an empty table, over whatever has that name.
  func makeTable(_ name: NodeName, in table: Node) throws -> Node {
    guard name.isLegal else { throw ODBError.illegalName(name.text) }
    try beginWriting()
    let table = try live(table)
    if let old = try child(name, of: table) { try delete(old) }
    let node = Node(id: newID(), parent: table.id, name: name, content: .table, isComplete: true)
    cache.insert(node, in: table)
    try write(node, nil, .insert)
    return node
  }

  /// The table at a path, made if it is missing, with all tables around it; nil if a value is in the way.
  func ensureTable(_ names: [NodeName]) throws -> Node? {
    guard names.count <= NodeName.deepest else { throw ODBError.illegalName(names.last?.text ?? "") }
    if let illegal = names.first(where: { !$0.isLegal }) { throw ODBError.illegalName(illegal.text) }
    if let found = try node(at: names) { return found.isTable ? found : nil }
    // This comes first, so that what is found on the way is not forgotten because of others' writes.
    try beginWriting()
    var table = cache.root
    for name in names {
      if let known = try child(name, of: table) {
        guard known.isTable else { return nil }
        table = known
      } else {
        table = try makeTable(name, in: table)
      }
    }
    return table
  }

  /// Gives a node another place, over whatever is there.
  func move(_ node: Node, to table: Node, _ name: NodeName) throws {
    guard name.isLegal else { throw ODBError.illegalName(name.text) }
    try beginWriting()
    let (node, table) = (try live(node), try live(table))
    if let old = try child(name, of: table), old !== node { try delete(old) }
    try flush()
    try willWrite()
    try expect(1, try usable().statements.move.execute(table.id, name.text, name.storedKey, node.id).changed)
    cache.move(node, to: table, name: name)
  }

  func newID() -> Int64 {
    defer { nextID += 1 }
    return nextID
  }

  /// Writes a node's row, now or together with following ones.
  func write(_ node: Node, _ value: ODBValue?, _ kind: PendingWrites.Kind) throws {
    hasWritten = true
    if !pending.takes(kind) { try flush() }
    pending.add(node, value, kind)
    if pending.isFull { try flush() }
  }

  /// Sends waiting rows to the database.
  func flush() throws {
    if pending.isEmpty { return }
    let statements = try usable().statements
    let (kind, rows) = pending.take()
    try willWrite()
    switch kind {
    case .insert:
      try statements.insert.run(rows.lazy.map { NodeRow($0.node, $0.value) })
    case .update:
      let changed = try statements.update.executeMany(rows) { row, parameters in
        let row = NodeRow(row.node, row.value)
        try parameters.bind(
          row.name.text, row.kind, row.applicationType, row.integer, row.double, row.text, row.bytes, row.size, row.id)
      }
      try expect(rows.count, changed)
    }
  }

  /// Notices if rows to be written no longer existed: somebody has deleted them, and the cache has not heard of it.
  func expect(_ count: Int, _ changed: Int?) throws {
    if changed != count { throw ODBError.changedMeanwhile }
  }
}
