/// The same calls, throwing ``ODBError`` with the reason for a failure.
extension ODBPath {
  /// The table or the value at the path.
  ///
  /// - Throws: `undefined` if there is nothing; `database`.
  public func requireObject() throws(ODBError) -> any ODBObject {
    let session = odb.session("path.requireObject")
    return try session.require { makeObject(try require(session), session, odb) }
  }

  /// The table at the path.
  ///
  /// - Throws: `undefined`, `notATable`; `database`.
  public func requireTable() throws(ODBError) -> ODBTable {
    let session = odb.session("path.requireTable")
    return try session.require {
      let node = try require(session)
      guard node.isTable else { throw ODBError.notATable(path: description) }
      return ODBTable(node, session, odb)
    }
  }

  /// The value at the path.
  ///
  /// - Throws: `undefined`, `notAValue`, `invalidDataType`; `database`.
  public func requireValue() throws(ODBError) -> ODBValue {
    let session = odb.session("path.requireValue")
    return try session.require {
      guard let value = try session.value(of: try require(session)) else {
        throw ODBError.notAValue(path: description)
      }
      return value
    }
  }

  /// Puts a value there, over whatever is there already.
  ///
  /// - Throws: `undefined` or `notATable` for the table that contains it, `illegalOperationOnRootTable`, `illegalName`,
  ///   `needsMigration`; `database`.
  public func requireSetValue(_ value: ODBValue) throws(ODBError) {
    let session = odb.session("path.requireSetValue")
    try session.require { try set(value, session) }
  }

  /// Deletes what is there.
  ///
  /// - Throws: `undefined`, `illegalOperationOnRootTable`; `database`.
  public func requireDelete() throws(ODBError) {
    let session = odb.session("path.requireDelete")
    try session.require { try remove(session) }
  }

  /// The table at the path; if it is missing it is made, with all tables around it.
  ///
  /// - Throws: `notATable` if a value is in the way, `illegalName`; `database`.
  public func requireEnsureTable() throws(ODBError) -> ODBTable {
    let session = odb.session("path.requireEnsureTable")
    return try session.require {
      guard let node = try session.ensureTable(names) else { throw ODBError.notATable(path: description) }
      return ODBTable(node, session, odb)
    }
  }

  /// A new and empty table at the path, in place of whatever is there.
  ///
  /// - Throws: `undefined` or `notATable` for the table that contains it, `illegalOperationOnRootTable`, `illegalName`;
  ///   `database`.
  public func requireCreateTable() throws(ODBError) -> ODBTable {
    let session = odb.session("path.requireCreateTable")
    return try session.require {
      ODBTable(try session.makeTable(lastName, in: try requireParent(session)), session, odb)
    }
  }
}
