/// A table of an ODB, as a perform sees it.
///
/// It belongs to the perform that it comes from, and traps if it is used afterwards. Keep its ``path`` instead.
public struct ODBTable: ODBObject {
  let reference: Reference

  init(_ node: Node, _ session: Session, _ odb: ODB) { reference = Reference(node: node, session: session, odb: odb) }

  private var node: Node { reference.node }

  /// Its name, as it is stored.
  public var name: String { reference.name("table.name") }

  /// True for the root table.
  public var isRootTable: Bool { node.isRoot }
  /// The table that it is in; nil for the root table.
  public var parentTable: ODBTable? { reference.parent("table.parentTable") }
  /// Where it is.
  public var path: ODBPath { reference.path("table.path") }
  /// The ODB.
  public var odb: ODB { reference.odb }

  /// Everything it contains, by the folded forms of the names: small letters.
  public var children: [String: any ODBObject] {
    let session = reference.use("table.children")
    let nodes = session.attempt {
      let table = try session.live(node)
      try session.loadChildren(of: table)
      return table.children.nodes
    }
    return Dictionary(uniqueKeysWithValues: (nodes ?? []).lazy.map { ($0.name.key, makeObject($0, session, odb)) })
  }

  /// What it contains under a name; nil if there is nothing.
  public subscript(name: String) -> (any ODBObject)? { object(for: name) }

  /// What it contains under a name; nil if there is nothing.
  public func object(for name: String) -> (any ODBObject)? {
    let session = reference.use("table.object(for:)")
    return child(name, session).map { makeObject($0, session, odb) }
  }

  /// The table that it contains under a name; nil if there is none.
  public func subtable(name: String) -> ODBTable? {
    let session = reference.use("table.subtable")
    guard let child = child(name, session), child.isTable else { return nil }
    return ODBTable(child, session, odb)
  }

  /// The value that it contains under a name; nil if there is none.
  public func odbValue(_ name: String) -> ODBValue? {
    let session = reference.use("table.odbValue")
    guard let child = child(name, session) else { return nil }
    return session.attempt { try session.value(of: child) } ?? nil
  }

  /// The value that it contains under a name, as a Swift type; nil if there is none.
  public func rawValue(_ name: String) -> (any ODBPrimitive)? { odbValue(name)?.rawValue }

  private func child(_ name: String, _ session: Session) -> Node? {
    session.attempt { try session.child(NodeName(name), of: session.live(node)) } ?? nil
  }

  /// Puts a value into it, over whatever has that name.
  ///
  /// - Returns: False for a name that is not legal, and if the database can't be written.
  @discardableResult
  public func set(_ value: ODBValue, name: String) -> Bool {
    let session = reference.use("table.set")
    return session.attempt { try session.set(value, NodeName(name), in: session.live(node)) } != nil
  }

  /// Puts a value into it, over whatever has that name.
  @discardableResult
  public func set(_ value: some ODBPrimitive, name: String) -> Bool { set(value.odbValue, name: name) }

  /// Makes an empty table in it, over whatever has that name.
  ///
  /// - Returns: Nil for a name that is not legal, and if the database can't be written.
  @discardableResult
  public func addSubtable(name: String) -> ODBTable? {
    let session = reference.use("table.addSubtable")
    return session.attempt { ODBTable(try session.makeTable(NodeName(name), in: session.live(node)), session, odb) }
  }

  /// Deletes everything it contains.
  ///
  /// - Returns: False if the database can't be written.
  @discardableResult
  public func deleteChildren() -> Bool {
    let session = reference.use("table.deleteChildren")
    return session.attempt { try session.deleteChildren(of: node) } != nil
  }

  /// Deletes everything it contains.
  ///
  /// - Returns: How many objects were directly in it.
  /// - Throws: ``ODBError`` if the database can't be written.
  @discardableResult
  public func empty() throws(ODBError) -> Int {
    let session = reference.use("table.empty")
    return try session.require { try session.deleteChildren(of: node) }
  }

  /// Deletes what it contains under a name; false if there is nothing.
  @discardableResult
  public func delete(name: String) -> Bool {
    let session = reference.use("table.delete(name:)")
    guard let child = child(name, session) else { return false }
    return session.attempt { try session.delete(child) } != nil
  }

  /// Deletes something that it contains; false if that is in another table.
  @discardableResult
  public func delete(_ object: any ODBObject) -> Bool {
    guard object.parentTable == self else { return false }
    return object.delete()
  }

  /// Deletes it, with everything it contains.
  ///
  /// - Precondition: It is not the root table.
  @discardableResult
  public func delete() -> Bool { reference.delete("table.delete") }
}

extension ODBTable: Hashable {
  /// True for the same table.
  public static func == (left: ODBTable, right: ODBTable) -> Bool {
    left.node.id == right.node.id && left.odb == right.odb
  }
  /// Equal tables hash equally.
  public func hash(into hasher: inout Hasher) { hasher.combine(node.id) }
}
