extension ODBPath {
  /// Some of what the table at the path contains, in the order of the names' folded forms: a page of a table that may have a
  /// million objects, of which no others are read. In a perform.
  ///
  /// ```swift
  /// var page = path.children(limit: 100)
  /// while let last = page.last {
  ///   …
  ///   page = path.children(after: last.name, limit: 100)
  /// }
  /// ```
  ///
  /// The order is by the bytes of UTF-8: it is the same on every database and depends on no language.
  ///
  /// - Parameters:
  ///   - prefix: What the names begin with, in whatever capitals.
  ///   - name: Only what comes behind this name, which need not be there.
  ///   - limit: How many objects at most.
  /// - Returns: The objects; none if there is no table, or if the database can't be read: then ``ODB/error`` says why.
  public func children(prefix: String = "", after name: String? = nil, limit: Int = 100) -> [any ODBObject] {
    let session = odb.session("path.children")
    guard let node = find(session), node.isTable else { return [] }
    return session.attempt {
      try session.cachedPage(of: node, prefix: NodeName(prefix), after: name.map { NodeName($0) }, limit: limit)
    }?.map { makeObject($0, session, odb) } ?? []
  }
}

extension Session {
  /// A page of a table, by the nodes that the cache has where it has them.
  fileprivate func cachedPage(of table: Node, prefix: NodeName, after: NodeName?, limit: Int) throws -> [Node] {
    let page = try page(of: table, prefix: prefix, after: after, limit: limit)
    // What was read may have made the cache another one: its table is found again then.
    guard cache.tables[table.id] != nil || table.isRoot else { return page }
    let home = cache.tables[table.id] ?? cache.root
    return page.map { node in
      if let known = home.children[node.name] { return known }
      cache.insert(node, in: home)
      return node
    }
  }
}
