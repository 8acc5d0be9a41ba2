/// Where something is, or would be: the names of the tables around it, and its own.
///
/// A path is a question, asked again each time it is used: you may keep it, and it may name what does not exist. Look
/// things up (``value``, ``table``, …) in a perform.
public struct ODBPath: Sendable {
  /// What copies of a path share.
  final class Storage: @unchecked Sendable {
    // Proof: only sessions that have the database's lock touch `node` and `generation`; everything else never changes.
    let names: [NodeName]
    let odb: ODB
    /// The node found last, as long as no node has left its place since.
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
  /// The names as given, without the root's.
  public var elements: [String] { names.map(\.text) }
  /// The last name, as given: the stored one may differ in case. `root` for the root table.
  public var name: String { names.last?.text ?? NodeName.root.text }
  /// True for the root table's path.
  public var isRoot: Bool { names.isEmpty }
  /// The path of the table that contains it; nil for the root table's.
  public var parentTablePath: ODBPath? { isRoot ? nil : ODBPath(names: Array(names.dropLast()), odb: odb) }

  /// The path of something in the table at this path.
  public func pathByAdding(_ name: String) -> ODBPath { ODBPath(names: names + [NodeName(name)], odb: odb) }
  /// The path of something in the table at this path.
  public static func + (path: ODBPath, name: String) -> ODBPath { path.pathByAdding(name) }
}

extension ODBPath: Hashable {
  /// True if both lead to the same place in the same database, whatever their case.
  public static func == (left: ODBPath, right: ODBPath) -> Bool { left.odb == right.odb && left.names == right.names }

  /// Equal paths hash equally.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(odb)
    hasher.combine(names)
  }
}
