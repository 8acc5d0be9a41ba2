/// What is at a path. Use all of this in a perform; outside of one it traps.
extension ODBPath {
  /// The table or the value at the path; nil if there is nothing.
  public var object: (any ODBObject)? {
    let session = odb.session("path.object")
    return find(session).map { makeObject($0, session, odb) }
  }

  /// The table at the path; nil if there is none.
  public var table: ODBTable? {
    let session = odb.session("path.table")
    guard let node = find(session), node.isTable else { return nil }
    return ODBTable(node, session, odb)
  }

  /// The value at the path; nil if there is none.
  public var value: ODBValue? {
    let session = odb.session("path.value")
    guard let node = find(session) else { return nil }
    if case .value(let value) = node.content { return value }
    return session.attempt { try session.value(of: node) } ?? nil
  }

  /// The table that contains the path's last name; nil if there is none, and for the root table.
  public var parentTable: ODBTable? {
    let session = odb.session("path.parentTable")
    return session.attempt { ODBTable(try requireParent(session), session, odb) }
  }

  /// True if there is something at the path.
  public var isDefined: Bool { find(odb.session("path.isDefined")) != nil }

  /// Puts a value there, over any value or table already there. The table that contains it must exist.
  ///
  /// - Returns: False if that table does not exist, for the root table, for a name that is not legal, and if the
  ///   database can't be written; ``ODB/error`` then says why.
  @discardableResult
  public func setValue(_ value: ODBValue) -> Bool {
    let session = odb.session("path.setValue")
    return session.attempt { try set(value, session) } != nil
  }

  /// Puts a value there.
  ///
  /// - Returns: Like the call for an ``ODBValue``.
  @discardableResult
  public func setValue(_ value: some ODBPrimitive) -> Bool { setValue(value.odbValue) }

  func set(_ value: ODBValue, _ session: Session) throws {
    if session.isExclusive, let node = find(session), !node.isTable, let parent = session.cache.tables[node.parent],
      parent.children[lastName] === node
    {
      return try session.set(value, lastName, in: parent)
    }
    try session.set(value, lastName, in: try requireParent(session))
  }

  /// Deletes what is there: a value, or a table with everything it contains.
  ///
  /// - Returns: False if there is nothing, for the root table, and if the database can't be written.
  @discardableResult
  public func delete() -> Bool {
    let session = odb.session("path.delete")
    return session.attempt { try remove(session) } != nil
  }

  func remove(_ session: Session) throws {
    if isRoot { throw ODBError.illegalOperationOnRootTable }
    try session.delete(try require(session))
  }

  /// The table at the path; if there is none it is made, with all tables around it. This never deletes anything.
  ///
  /// - Returns: Nil if one of the path's names belongs to a value, or is not legal, and if the database can't be
  ///   written.
  @discardableResult
  public func ensureTable() -> ODBTable? {
    let session = odb.session("path.ensureTable")
    return session.attempt { try session.ensureTable(names) }?.map { ODBTable($0, session, odb) }
  }

  /// A new and empty table at the path, in place of whatever is there. The table that contains it must exist.
  ///
  /// - Returns: Nil if that table does not exist, for the root table, and if the database can't be written.
  @discardableResult
  public func createTable() -> ODBTable? {
    let session = odb.session("path.createTable")
    return session.attempt {
      ODBTable(try session.makeTable(lastName, in: try requireParent(session)), session, odb)
    }
  }
}
