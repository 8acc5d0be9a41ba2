/// Where something is, or would be: the names of the tables around it, and its own.
///
/// A path is a question, asked again each time it is used: you may keep it, and it may name what does not exist. What a
/// path looks up (``value``, ``table``, …) is looked up in a perform.
public struct ODBPath: Sendable {
  /// What paths with the same names share with their copies.
  final class Storage: @unchecked Sendable {
    // Proof: only sessions that have the database's lock touch `node` and `generation`; everything else never changes.
    let names: [NodeName]
    let odb: ODB
    /// The node that was found last, as long as none has left its place since.
    var node: Node?
    var generation = -1

    init(_ names: [NodeName], _ odb: ODB) {
      self.names = names
      self.odb = odb
    }
  }

  let storage: Storage

  /// A path from the root table. A first element `root`, in whatever case, means that table itself and is left out.
  public init(elements: [String], odb: ODB) {
    var names = elements.map { NodeName($0) }
    if let first = names.first, first == .root { names.removeFirst() }
    self.init(names: names, odb: odb)
  }

  init(names: [NodeName], odb: ODB) { storage = Storage(names, odb) }

  var names: [NodeName] { storage.names }

  /// The ODB.
  public var odb: ODB { storage.odb }
  /// The names as they were given, without the root's.
  public var elements: [String] { names.map(\.text) }
  /// The last name, as it was given: what is stored may have other capitals. `root` for the root table.
  public var name: String { names.last?.text ?? NodeName.root.text }
  /// True for the root table's path.
  public var isRoot: Bool { names.isEmpty }
  /// The path of the table that this is in; nil for the root table's.
  public var parentTablePath: ODBPath? { isRoot ? nil : ODBPath(names: Array(names.dropLast()), odb: odb) }

  /// The path of something in the table that this is the path of.
  public func pathByAdding(_ name: String) -> ODBPath { ODBPath(names: names + [NodeName(name)], odb: odb) }
  /// The path of something in the table that this is the path of.
  public static func + (path: ODBPath, name: String) -> ODBPath { path.pathByAdding(name) }
}

extension ODBPath: Hashable {
  /// True where both lead to the same place of the same database, whatever their capitals.
  public static func == (left: ODBPath, right: ODBPath) -> Bool { left.odb == right.odb && left.names == right.names }

  /// Equal paths hash equally.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(odb)
    hasher.combine(names)
  }
}
