/// What Frontier's scripts did with addresses. All of this is used in a perform.
extension ODBPath {
  /// What something is.
  public enum Kind: Sendable, Hashable {
    /// A table.
    case table
    /// A value of a type.
    case value(ODBPrimitiveType)
    /// A value of a kind that this version does not know.
    case unknown(Int)
  }

  /// What is at the path; nil where there is nothing.
  public var kind: Kind? {
    guard let node = find(odb.session("path.kind")) else { return nil }
    switch node.content {
    case .table: return .table
    case .value(let value): return .value(value.primitiveType)
    case .large(let kind, _, _): return ODBPrimitiveType(rawValue: kind).map { .value($0) } ?? .unknown(kind)
    case .unknown(let kind): return .unknown(kind)
    }
  }

  /// How much is there: of a table how many objects are directly in it, of a string or of data how many bytes, otherwise 8;
  /// nil where there is nothing.
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

  /// The name of what is at the path, with the capitals that are stored; nil where there is nothing.
  public var storedName: String? { find(odb.session("path.storedName"))?.name.text }

  /// Moves what is here into a table, over whatever has its name there.
  ///
  /// - Returns: Where it is now.
  /// - Throws: `undefined` where one of both does not exist, `notATable`, `intoItself`, `anotherODB`,
  ///   `illegalOperationOnRootTable`; `database`.
  @discardableResult
  public func move(to table: ODBPath) throws(ODBError) -> ODBPath {
    try transfer(into: table, name: nil) { session, node, table, name in try session.move(node, to: table, name) }
  }

  /// Moves what is here into a table, and gives it another name.
  @discardableResult
  public func move(to table: ODBPath, name: String) throws(ODBError) -> ODBPath {
    try transfer(into: table, name: name) { session, node, table, name in try session.move(node, to: table, name) }
  }

  /// Copies what is here, with everything it contains, into a table, over whatever has its name there.
  ///
  /// - Returns: Where the copy is.
  /// - Throws: As ``move(to:)``.
  @discardableResult
  public func copy(to table: ODBPath) throws(ODBError) -> ODBPath {
    try transfer(into: table, name: nil) { session, node, table, name in _ = try session.copy(node, to: table, name) }
  }

  /// Copies what is here into a table, by another name.
  @discardableResult
  public func copy(to table: ODBPath, name: String) throws(ODBError) -> ODBPath {
    try transfer(into: table, name: name) { session, node, table, name in _ = try session.copy(node, to: table, name) }
  }

  /// Gives what is here another name. One that differs in its capitals alone is fine.
  ///
  /// - Returns: Where it is now.
  /// - Throws: `alreadyExists` where something has that name, `undefined`, `illegalName`, `illegalOperationOnRootTable`;
  ///   `database`.
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
      // What it would replace must not contain it, nor it contain where it goes.
      if target.names.starts(with: names) || names.starts(with: new.names), new != self {
        throw ODBError.intoItself(path: description)
      }
      if new != self {
        try body(session, node, table, name)
      } else if name.text != node.name.text {
        // It is already there, with other capitals.
        try session.move(node, to: table, name)
      }
      return new
    }
  }
}
