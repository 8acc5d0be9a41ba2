internal import ORDA

extension Session {
  /// Some of what a table contains, in the order of the names' folded forms, byte by byte: read from the database, and
  /// not added to the cache.
  ///
  /// - Parameters:
  ///   - prefix: What the names begin with.
  ///   - after: Only names after this one.
  ///   - limit: The largest number of them.
  func page(of table: Node, prefix: NodeName? = nil, after: NodeName? = nil, limit: Int) throws -> [Node] {
    guard limit > 0 else { return [] }
    hasRead = true
    try beginReading()
    try flush()
    let opened = try usable()
    let low = Self.low(prefix, after)
    let high = Self.high(prefix)
    if opened.layout == .original {
      try loadChildren(of: table)
      let sorted = table.children.nodes.map { ($0.name.keyBytes, $0) }
        .filter { key, _ in !key.lexicographicallyPrecedes(low) && key.lexicographicallyPrecedes(high) }
        .sorted { $0.0.lexicographicallyPrecedes($1.0) }
      return sorted.prefix(limit).map(\.1)
    }
    var nodes: [Node] = []
    try opened.statements.page.forEach(table.id, low, high, limit) { row in nodes.append(try NodeRow.node(row)) }
    return nodes
  }

  /// The first key that may be on the page.
  private static func low(_ prefix: NodeName?, _ after: NodeName?) -> [UInt8] {
    let first = prefix?.keyBytes ?? []
    guard let after else { return first }
    // Nothing comes between a key and the same key followed by NUL.
    let next = after.keyBytes + [0]
    return first.lexicographicallyPrecedes(next) ? next : first
  }

  /// The first key after the page. No byte of UTF-8 is the highest possible.
  private static func high(_ prefix: NodeName?) -> [UInt8] {
    guard var key = prefix?.keyBytes, let last = key.popLast() else { return [0xFF] }
    return key + [last + 1]
  }
}

extension NodeName {
  fileprivate var keyBytes: [UInt8] { Array(key.utf8) }
}
