extension ODBPath {
  /// What is at the path; nil if there is nothing, or the database can't be read.
  @inline(__always)
  func find(_ session: Session) -> Node? {
    // A session with its own cache does not know the nodes that the path remembers.
    if session.isExclusive, storage.generation == session.cache.generation, session.failure == nil {
      session.hasRead = true
      return storage.node
    }
    return session.attempt { try look(session) } ?? nil
  }

  func look(_ session: Session) throws -> Node? {
    if names.count > NodeName.deepest { return nil }
    let node = try session.node(at: names)
    if session.isExclusive, let node {
      storage.node = node
      storage.generation = session.cache.generation
    }
    return node
  }

  /// What is at the path; throws if there is nothing.
  func require(_ session: Session) throws -> Node {
    guard let node = try look(session) else { throw ODBError.undefined(path: description) }
    return node
  }

  /// The table that contains the path's last name.
  func requireParent(_ session: Session) throws -> Node {
    guard !isRoot else { throw ODBError.illegalOperationOnRootTable }
    if names.count > NodeName.deepest { throw ODBError.illegalName(name) }
    let parent = ODBPath(names: Array(names.dropLast()), odb: odb)
    guard let node = try session.node(at: parent.names) else { throw ODBError.undefined(path: parent.description) }
    guard node.isTable else { throw ODBError.notATable(path: parent.description) }
    return node
  }

  var lastName: NodeName { names.last ?? .root }
}
