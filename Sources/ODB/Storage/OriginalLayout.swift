internal import Foundation
internal import ORDA

/// The two tables of the first ODB, read as they are.
///
/// Names were not unique there: among objects with the same name a table counts before a value, and the newest before
/// the others. Tables and values are numbered separately, so values have negative numbers here.
enum OriginalLayout {
  /// The number of the root table there; it has no row.
  static let root: Int64 = -1
  /// The names of this ODB's tables that replace the first ODB's, which had only these names.
  static let names = TableNames(prefix: "odb")
  static let tables = [TableName(name: "odb_values"), TableName(name: "odb_tables")]

  static func load(_ table: Node, into cache: NodeCache, _ db: any Governor) throws {
    let id = table.isRoot ? root : table.id - 1
    for node in try nodes(in: id, of: table, db) { cache.insert(node, in: table) }
  }

  /// The objects of a table; of several with one name, the one that counts comes last.
  private static func nodes(in id: Int64, of table: Node, _ db: any Governor) throws -> [Node] {
    var nodes: [Node] = []
    try db.forEach(
      """
      SELECT id, name, primitive_type, application_type, value FROM odb_values WHERE odb_table_id = ? ORDER BY id
      """, id
    ) { row in
      let kind = try row.get(2, as: Int.self)
      let content = value(ofKind: kind, try row.get(4, as: Value.self))
      let type = try row.get(3, as: String?.self)
      nodes.append(
        Node(
          id: -(try row.get(0, as: Int64.self)), parent: table.id, name: NodeName(try row.get(1)),
          content: content.map { .value(ODBValue($0, applicationType: type)) } ?? .unknown(kind: kind)))
    }
    try db.forEach("SELECT id, name FROM odb_tables WHERE parent_id = ? ORDER BY id", id) { row in
      // One is the root's number, so theirs are one higher.
      let node = Node(
        id: try row.get(0, as: Int64.self) + 1, parent: table.id, name: NodeName(try row.get(1)), content: .table)
      nodes.append(node)
    }
    return nodes
  }

  /// The content of a stored kind and value; nil if they don't fit together, or the kind is unknown.
  static func value(ofKind kind: Int, _ value: Value) -> ODBValue.Content? {
    switch (ODBPrimitiveType(rawValue: kind), value) {
    case (.boolean, .int(let number)): .boolean(number != 0)
    case (.integer, .int(let number)): .integer(number)
    case (.double, .double(let number)): .double(number)
    case (.double, .int(let number)): .double(Double(number))
    case (.date, .double(let seconds)): .date(Date(timeIntervalSince1970: seconds))
    case (.date, .int(let seconds)): .date(Date(timeIntervalSince1970: Double(seconds)))
    case (.string, .text(let text)): .string(text)
    case (.data, .bytes(let bytes)): .data(Data(bytes))
    default: nil
    }
  }
}
