extension ODBPath {
  /// Some of what the table at the path contains, in the order of the names' folded forms: a page of a table that may
  /// have a million objects, reading no others. Use it in a perform.
  ///
  /// ```swift
  /// var page = path.children(limit: 100)
  /// while let last = page.last {
  ///   …
  ///   page = path.children(after: last.name, limit: 100)
  /// }
  /// ```
  ///
  /// The order is by the bytes of UTF-8: it is the same on every database and independent of language.
  ///
  /// - Parameters:
  ///   - prefix: What the names begin with, in any case.
  ///   - name: Only what comes after this name, which need not exist.
  ///   - limit: The largest number of objects.
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
  /// A page of a table, using the cache's nodes where it has them.
  fileprivate func cachedPage(of table: Node, prefix: NodeName, after: NodeName?, limit: Int) throws -> [Node] {
    let page = try page(of: table, prefix: prefix, after: after, limit: limit)
    // Reading may have replaced the cache: then find its table again.
    guard cache.tables[table.id] != nil || table.isRoot else { return page }
    let home = cache.tables[table.id] ?? cache.root
    return page.map { node in
      if let known = home.children[node.name] { return known }
      cache.insert(node, in: home)
      return node
    }
  }
}
