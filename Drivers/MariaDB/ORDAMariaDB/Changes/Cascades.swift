internal import ORDA

/// Which tables the server itself changes when others change, because a foreign key says CASCADE or SET NULL. InnoDB
/// does so below the log, which does not have these changes.
struct Cascades: Sendable {
  /// A reference from one table to another.
  struct Reference: Sendable, Equatable {
    /// The changed table, by its identity.
    var child: TableName
    var parent: TableName
    /// The referenced columns.
    var columns: Set<String>
    var actsOnUpdate: Bool
    var actsOnDelete: Bool
  }

  private let byParent: [TableName: [Reference]]
  private let byChild: [TableName: [Reference]]

  init(_ references: [Reference] = []) {
    byParent = Dictionary(grouping: references, by: \.parent)
    byChild = Dictionary(grouping: references, by: \.child)
  }

  var isEmpty: Bool { byParent.isEmpty }

  /// Tables, and those whose changes may change them.
  func withAncestors(of tables: Set<TableName>) -> Set<TableName> { closure(of: tables) { byChild[$0]?.map(\.parent) } }

  /// Adds the tables that the server itself may have changed to those that changed in an unknown way.
  func extend(_ batch: inout ChangeBatch) {
    guard !isEmpty, !batch.unknown.isEverything else { return }
    var touched: Set<TableName> = []
    var last: (layout: RowLayout, references: [Reference])?
    for row in batch.rows where row.kind != .insert {
      if last?.layout !== row.layout { last = (row.layout, byParent[row.layout.identity] ?? []) }
      for reference in last?.references ?? [] where Self.acts(reference, on: row) { touched.insert(reference.child) }
    }
    for (parent, references) in byParent where batch.unknown.contains(parent) {
      touched.formUnion(references.map(\.child))
    }
    if touched.isEmpty { return }
    batch.unknown.tables.formUnion(closure(of: touched) { byParent[$0]?.map(\.child) })
  }

  private static func acts(_ reference: Reference, on row: RowChange) -> Bool {
    if row.kind == .delete { return reference.actsOnDelete }
    guard reference.actsOnUpdate else { return false }
    guard let columns = row.columns else { return true }
    return columns.contains(where: reference.columns.contains)
  }

  private func closure(of tables: Set<TableName>, _ next: (TableName) -> [TableName]?) -> Set<TableName> {
    var found = tables
    var open = Array(tables)
    while let table = open.popLast() {
      for other in next(table) ?? [] where found.insert(other).inserted { open.append(other) }
    }
    return found
  }
}

extension Cascades {
  /// Reads the references of some tables, those of the tables that they refer to, and so on.
  init(
    of tables: Set<TableName>, naming: MariaDBNaming, on connection: MariaDBConnection
  ) throws(DatabaseError) {
    var all: [Reference] = []
    var seen = tables
    var open = Array(tables)
    while let table = open.popLast() {
      guard let schema = table.schema else { continue }
      let found = try Self.read(
        "k.TABLE_SCHEMA = ? AND k.TABLE_NAME = ? AND k.CONSTRAINT_SCHEMA = ? AND r.CONSTRAINT_SCHEMA = ?",
        [.text(schema), .text(table.name), .text(schema), .text(schema)], naming, connection)
      all += found
      for reference in found where seen.insert(reference.parent).inserted { open.append(reference.parent) }
    }
    self.init(all)
  }

  /// Reads the references of all tables in a schema, or on the server.
  init(schema: String?, naming: MariaDBNaming, on connection: MariaDBConnection) throws(DatabaseError) {
    let condition =
      schema == nil
      ? "k.TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'mysql', 'sys')"
      : "k.TABLE_SCHEMA = ? AND k.CONSTRAINT_SCHEMA = ? AND r.CONSTRAINT_SCHEMA = ?"
    let values = schema.map { Array(repeating: Value.text($0), count: 3) } ?? []
    self.init(try Self.read(condition, values, naming, connection))
  }

  private static func read(
    _ condition: String, _ values: [Value], _ naming: MariaDBNaming, _ connection: MariaDBConnection
  ) throws(DatabaseError) -> [Reference] {
    let rows = try connection.rows(
      of: """
        SELECT k.TABLE_SCHEMA, k.TABLE_NAME, k.REFERENCED_TABLE_SCHEMA, k.REFERENCED_TABLE_NAME,
          k.REFERENCED_COLUMN_NAME, r.UPDATE_RULE, r.DELETE_RULE
        FROM information_schema.KEY_COLUMN_USAGE AS k
        JOIN information_schema.REFERENTIAL_CONSTRAINTS AS r
          ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME
          AND r.TABLE_NAME = k.TABLE_NAME
        WHERE k.REFERENCED_TABLE_NAME IS NOT NULL AND \(condition)
        """, values)
    return rows.compactMap { row in
      guard row.count == 7 else { return nil }
      let (onUpdate, onDelete) = (changes(row[5].name), changes(row[6].name))
      guard onUpdate || onDelete else { return nil }
      // Each column separately: the tables are the same.
      return Reference(
        child: naming.identity(of: TableName(schema: row[0].name, name: row[1].name)),
        parent: naming.identity(of: TableName(schema: row[2].name, name: row[3].name)), columns: [row[4].name],
        actsOnUpdate: onUpdate, actsOnDelete: onDelete)
    }
  }

  private static func changes(_ rule: String) -> Bool { ["CASCADE", "SET NULL", "SET DEFAULT"].contains(rule) }
}
