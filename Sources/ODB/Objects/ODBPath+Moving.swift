/// What Frontier's scripts did with addresses. Use all of this in a perform.
extension ODBPath {
  /// The kind of an object.
  public enum Kind: Sendable, Hashable {
    /// A table.
    case table
    /// A value of a type.
    case value(ODBPrimitiveType)
    /// A value of a kind that this version does not know.
    case unknown(Int)
  }

  /// What is at the path; nil if there is nothing.
  public var kind: Kind? {
    guard let node = find(odb.session("path.kind")) else { return nil }
    switch node.content {
    case .table: return .table
    case .value(let value): return .value(value.primitiveType)
    case .large(let kind, _, _): return ODBPrimitiveType(rawValue: kind).map { .value($0) } ?? .unknown(kind)
    case .unknown(let kind): return .unknown(kind)
    }
  }

  /// The size of what is there: for a table the number of objects directly in it, for a string or data the number of
  /// bytes, otherwise 8; nil if there is nothing.
  public var size: Int? {
    let session = odb.session("path.size")
    guard let node = find(session) else { return nil }
    switch node.content {
    case .table: return session.attempt { try session.loadChildren(of: node) }.map { node.children.count }
    case .value(let value):
      switch value.content {
      case .string, .data: return value.content.size
      case .boolean, .integer, .double, .date: return 8
      }
    case .large(_, _, let size): return size
    case .unknown: return 8
    }
  }

  /// The name of what is at the path, with the stored capitals; nil if there is nothing.
  public var storedName: String? { find(odb.session("path.storedName"))?.name.text }

  /// Moves this object into a table, over whatever has its name there.
  ///
  /// - Returns: Its new path.
  /// - Throws: `undefined` if the object or the table does not exist, `notATable`, `intoItself`, `anotherODB`,
  ///   `illegalOperationOnRootTable`; `database`.
  @discardableResult
  public func move(to table: ODBPath) throws(ODBError) -> ODBPath {
    try transfer(into: table, name: nil) { session, node, table, name in try session.move(node, to: table, name) }
  }

  /// Moves this object into a table, and gives it another name.
  @discardableResult
  public func move(to table: ODBPath, name: String) throws(ODBError) -> ODBPath {
    try transfer(into: table, name: name) { session, node, table, name in try session.move(node, to: table, name) }
  }

  /// Copies this object, with everything it contains, into a table, over whatever has its name there.
  ///
  /// - Returns: The copy's path.
  /// - Throws: Like ``move(to:)``.
  @discardableResult
  public func copy(to table: ODBPath) throws(ODBError) -> ODBPath {
    try transfer(into: table, name: nil) { session, node, table, name in _ = try session.copy(node, to: table, name) }
  }

  /// Copies this object into a table, under another name.
  @discardableResult
  public func copy(to table: ODBPath, name: String) throws(ODBError) -> ODBPath {
    try transfer(into: table, name: name) { session, node, table, name in _ = try session.copy(node, to: table, name) }
  }

  /// Renames this object. A name that differs only in case is fine.
  ///
  /// - Returns: Its new path.
  /// - Throws: `alreadyExists` if another object has that name, `undefined`, `illegalName`,
  ///   `illegalOperationOnRootTable`; `database`.
  @discardableResult
  public func rename(_ name: String) throws(ODBError) -> ODBPath {
    let session = odb.session("path.rename")
    return try session.require {
      let parent = try requireParent(session)
      let node = try require(session)
      let name = NodeName(name)
      let new = ODBPath(names: names.dropLast() + [name], odb: odb)
      if let other = try session.child(name, of: parent), other !== node {
        throw ODBError.alreadyExists(path: new.description)
      }
      try session.move(node, to: parent, name)
      return new
    }
  }

  private func transfer(
    into target: ODBPath, name: String?, _ body: (Session, Node, Node, NodeName) throws -> Void
  ) throws(ODBError) -> ODBPath {
    let session = odb.session("path.move")
    return try session.require {
      if isRoot { throw ODBError.illegalOperationOnRootTable }
      guard target.odb == odb else { throw ODBError.anotherODB(path: target.description) }
      let node = try require(session)
      let table = try target.require(session)
      guard table.isTable else { throw ODBError.notATable(path: target.description) }
      let name = name.map { NodeName($0) } ?? node.name
      let new = ODBPath(names: target.names + [name], odb: odb)
      // What it would replace must not contain it, and it must not contain its new place.
      if target.names.starts(with: names) || names.starts(with: new.names), new != self {
        throw ODBError.intoItself(path: description)
      }
      if new != self {
        try body(session, node, table, name)
      } else if name.text != node.name.text {
        // It is already there, in different case.
        try session.move(node, to: table, name)
      }
      return new
    }
  }
}
