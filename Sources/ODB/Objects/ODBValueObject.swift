/// A value with its name and place, as a perform sees it.
public struct ODBValueObject: ODBObject {
  let reference: Reference

  init(_ node: Node, _ session: Session, _ odb: ODB) { reference = Reference(node: node, session: session, odb: odb) }

  /// The value; nil if it is of a kind that this version does not know, or can't be read.
  public var value: ODBValue? {
    let session = reference.use("object.value")
    return session.attempt { try session.value(of: session.live(reference.node)) } ?? nil
  }

  /// Its name, as it is stored.
  public var name: String { reference.name("object.name") }

  /// Always false.
  public var isRootTable: Bool { false }
  /// The table that it is in.
  public var parentTable: ODBTable? { reference.parent("object.parentTable") }
  /// Where it is.
  public var path: ODBPath { reference.path("object.path") }
  /// The ODB.
  public var odb: ODB { reference.odb }

  /// Deletes it.
  @discardableResult
  public func delete() -> Bool { reference.delete("object.delete") }
}
