internal import Foundation
internal import ORDA

/// Copies all rows of one ODB, as one state, into another, empty ODB, while others write.
struct Backup {
  private var insertion: NodeInsertion
  /// Rows read before their tables, as after a move: where they belong.
  private var late: [(id: Int64, parent: Int64)] = []
  private var highest = Node.root

  /// Copies what a session sees: everything or nothing.
  static func copy(from session: Session, to target: Database.Opened, _ names: TableNames, name: String) throws {
    try session.beginReading()
    try session.flush()
    let source = try session.usable()
    guard source.layout == .current else { throw ODBError.needsMigration }
    try target.governor.transaction { _ in
      let version = try target.statements.lockedVersion.first((Int64, Int64).self)
      guard let version, try target.statements.highestID.first(Int64?.self) ?? nil == Node.root else {
        throw ODBError.alreadyExists(path: name)
      }
      var backup = try Backup(target.statements.insert)
      try backup.read(source.governor, session.database.names)
      try backup.finish(target.governor, names)
      try target.statements.setVersion.execute(version.0 + 1, max(version.1, backup.highest + 1))
    }
  }

  private init(_ insert: NodeInsert) { insertion = NodeInsertion(insert) }

  private mutating func read(_ db: any Governor, _ names: TableNames) throws {
    try db.forEach(
      """
      SELECT \(NodeRow.stored) FROM \(identifier: names.nodes) WHERE id <> 1 ORDER BY id
      """
    ) { row in
      let id = try row.get(0, as: Int64.self)
      var parent = try row.get(1, as: Int64.self)
      if parent > id {
        // Its table is not there yet. Inside itself it is in nobody's way.
        late.append((id, parent))
        parent = id
      }
      let key = String(decoding: try row.get(3, as: [UInt8].self), as: UTF8.self)
      var copy = NodeRow(id: id, parent: parent, name: NodeName(try row.get(2), key: key))
      copy.kind = try row.get(4)
      copy.applicationType = try row.get(5)
      copy.integer = try row.get(6)
      copy.double = try row.get(7)
      copy.text = try row.get(8)
      copy.bytes = try row.get(9)
      copy.size = try row.get(10)
      highest = id
      try insertion.add(copy)
    }
  }

  private mutating func finish(_ db: any Governor, _ names: TableNames) throws {
    try insertion.finish()
    if late.isEmpty { return }
    let move = try db.prepare("UPDATE \(identifier: names.nodes) SET parent = ? WHERE id = ?")
    try move.executeMany(late) { row, parameters in try parameters.bind(row.parent, row.id) }
  }
}
