internal import Foundation
internal import ORDA

/// The statements of an ODB, prepared once for all connections.
struct NodeStatements: Sendable {
  /// One object of a table, by its name.
  let child: any Statement
  /// The state's version and one object of a table, by its name; NULLs if there is none.
  let versionAndChild: any Statement
  /// All objects of a table.
  let children: any Statement
  /// The first objects of a table: one more than in a table that is read whole without being asked for.
  let someChildren: any Statement
  /// A number of objects of a table between two names, in order.
  let page: any Statement
  /// A node's place, by its number.
  let place: any Statement
  /// A long value.
  let value: any Statement
  let insert: NodeInsert
  let update: any Statement
  let move: any Statement
  let copy: any Statement
  /// A subtree's numbers, level by level, of at most ``levels`` levels.
  let subtree: any Statement
  let deleteList: any Statement
  let version: any Statement
  /// The same, keeping others from changing it until the transaction ends.
  let lockedVersion: any Statement
  let setVersion: any Statement
  let highestID: any Statement

  /// Tables with fewer children are read whole once a few names were looked up in them.
  static let shortTable = 1_000
  /// How many levels one statement goes down: MariaDB ends a recursion there, with no more than a warning.
  static let levels = 900
  /// Deeper objects must be inside themselves: no path is so long, though moved tables may be deeper than paths reach.
  static let deepest = 100_000

  init(_ db: any Governor, _ names: TableNames) throws {
    let nodes: SQL = "\(identifier: names.nodes)"
    let state: SQL = "\(identifier: names.state)"
    let all: SQL = "SELECT \(NodeRow.columns) FROM \(nodes) WHERE parent = ? AND id <> 1"
    child = try db.prepare("SELECT \(NodeRow.columns) FROM \(nodes) WHERE parent = ? AND name_key = ?")
    let read: SQL = "SELECT version, next_id FROM \(state) WHERE id = 1"
    versionAndChild = try db.prepare(
      """
      SELECT \(NodeRow.columns), version, next_id FROM (\(read)) AS state LEFT JOIN \(nodes) ON parent = ? AND name_key = ?
      """)
    children = try db.prepare(all)
    someChildren = try db.prepare("\(all) LIMIT \(raw: "\(Self.shortTable)")")
    page = try db.prepare("\(all) AND name_key >= ? AND name_key < ? ORDER BY name_key LIMIT ?")
    place = try db.prepare("SELECT parent, name FROM \(nodes) WHERE id = ?")
    value = try db.prepare("SELECT text_value, blob_value FROM \(nodes) WHERE id = ?")
    insert = try NodeInsert(db, names)
    update = try db.prepare(
      """
      UPDATE \(nodes) SET name = ?, kind = ?, application_type = ?, int_value = ?, double_value = ?, text_value = ?, \
      blob_value = ?, size = ? WHERE id = ?
      """)
    move = try db.prepare("UPDATE \(nodes) SET parent = ?, name = ?, name_key = ? WHERE id = ?")
    copy = try db.prepare(
      """
      INSERT INTO \(nodes) (\(NodeRow.stored)) SELECT ?, ?, ?, ?, \(NodeRow.content) FROM \(nodes) WHERE id = ?
      """)
    subtree = try db.prepare(
      """
      WITH RECURSIVE below (id, level) AS (SELECT id, 0 FROM \(nodes) WHERE id IN \(list: Int64.self) UNION ALL \
      SELECT child.id, level + 1 FROM below JOIN \(nodes) AS child ON child.parent = below.id \
      WHERE child.id <> 1 AND level < \(raw: "\(Self.levels)")) SELECT id, level FROM below WHERE level > 0 ORDER BY level
      """)
    deleteList = try db.prepare("DELETE FROM \(nodes) WHERE id IN \(list: Int64.self)")
    version = try db.prepare(read)
    // If rows have no locks, a transaction that may write keeps all other writers out.
    lockedVersion = try db.prepare(db.capabilities.contains(.rowLocks) ? "\(read) FOR UPDATE" : read)
    setVersion = try db.prepare("UPDATE \(state) SET version = ?, next_id = ? WHERE id = 1")
    highestID = try db.prepare("SELECT MAX(id) FROM \(nodes)")
  }
}
