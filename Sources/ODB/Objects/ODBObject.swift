/// A table or a value of an ODB, as a perform sees it: an ``ODBTable`` or an ``ODBValueObject``.
///
/// It belongs to the perform that it comes from, and traps if it is used afterwards. Keep its ``path`` instead.
///
/// This protocol is sealed: no other type implements it.
public protocol ODBObject {
  /// Its name, as it is stored.
  var name: String { get }
  /// True for the root table.
  var isRootTable: Bool { get }
  /// The table that it is in; nil for the root table.
  var parentTable: ODBTable? { get }
  /// Where it is.
  var path: ODBPath { get }
  /// The ODB.
  var odb: ODB { get }
  /// Deletes it, with everything it contains.
  ///
  /// - Precondition: It is not the root table.
  /// - Returns: False if the database can't be written.
  @discardableResult
  func delete() -> Bool
}

func makeObject(_ node: Node, _ session: Session, _ odb: ODB) -> any ODBObject {
  if node.isTable { ODBTable(node, session, odb) } else { ODBValueObject(node, session, odb) }
}

/// What tables and values share: a node, and the perform that found it.
struct Reference {
  let node: Node
  let session: Session
  let odb: ODB

  /// The session, if it is still this thread's; otherwise traps.
  func use(_ call: StaticString) -> Session {
    if session.isOver || PerformThread.existing?.session(of: odb.database) !== session {
      fatalError(
        "ODB: \(call) was used after the perform that the object comes from. Keep the object's path, and ask that again."
      )
    }
    return session
  }

  /// The node, as it is now; nil if it was deleted, or the database can't be read.
  func current(_ session: Session) -> Node? { session.attempt { try session.live(node) } }

  func name(_ call: StaticString) -> String { (current(use(call)) ?? node).name.text }

  func path(_ call: StaticString) -> ODBPath {
    let session = use(call)
    return ODBPath(names: session.attempt { try session.names(of: node) } ?? [], odb: odb)
  }

  func parent(_ call: StaticString) -> ODBTable? {
    let session = use(call)
    return session.attempt { try session.parent(of: session.live(node)) }?.map { ODBTable($0, session, odb) }
  }

  func delete(_ call: StaticString) -> Bool {
    let session = use(call)
    precondition(!node.isRoot, "ODB: the root table can't be deleted")
    return session.attempt { try session.delete(node) } != nil
  }
}
