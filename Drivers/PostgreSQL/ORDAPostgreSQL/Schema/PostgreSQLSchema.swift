internal import ORDA

/// Reads what the server's catalog says of its tables. The questions are the same for one table and for all of a
/// schema.
struct PostgreSQLSchema {
  /// Runs a query and returns its rows.
  let query: (_ sql: String, _ values: [String?]) throws(DatabaseError) -> [[String?]]

  /// A line of the catalog's list of tables.
  struct Entry {
    let number: String
    let name: TableName
    let kind: TableDescription.Kind
    let isTemporary: Bool
    let isMaterialized: Bool
    let viewText: String?
  }

  /// The tables and views of a schema, by name; nil for the current schema.
  func names(in schema: String?) throws(DatabaseError) -> [TableName] {
    try query(
      """
      SELECT n.nspname, c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname = COALESCE($1, pg_catalog.current_schema())
      ORDER BY c.relname COLLATE "C"
      """, [schema]
    ).map { TableName(schema: $0[0], name: $0[1] ?? "") }
  }

  /// The description of a table or view; nil if there is none of that name.
  func description(of table: TableName) throws(DatabaseError) -> TableDescription? {
    let entries: [Entry]
    if table.schema == nil {
      // By the search path, which also leads to temporary tables.
      entries = try self.entries("c.oid = pg_catalog.to_regclass(pg_catalog.quote_ident($1))", [table.name])
    } else {
      entries = try self.entries("n.nspname = $1 AND c.relname = $2", [table.schema, table.name])
    }
    guard let entry = entries.first else { return nil }
    return description(of: entry, try facts(of: [entry]))
  }

  /// Describes all tables and views of a schema, or of the current one, in the order of their names.
  func descriptions(in schema: String?) throws(DatabaseError) -> [TableDescription] {
    let entries = try entries("n.nspname = COALESCE($1, pg_catalog.current_schema())", [schema])
    if entries.isEmpty { return [] }
    let facts = try facts(of: entries)
    return entries.filter { $0.kind != .system && $0.kind != .virtual }.map { description(of: $0, facts) }
  }

  private func entries(_ condition: String, _ values: [String?]) throws(DatabaseError) -> [Entry] {
    try query(
      """
      SELECT c.oid, n.nspname, c.relname, c.relkind, c.relpersistence,
        CASE WHEN c.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(c.oid) END
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND \(condition)
      ORDER BY c.relname COLLATE "C"
      """, values
    ).map(Self.entry)
  }

  private static func entry(_ row: [String?]) -> Entry {
    let schema = row[1] ?? ""
    let isSystem = schema == "pg_catalog" || schema == "information_schema"
    let kind: TableDescription.Kind =
      switch row[3] {
      case _ where isSystem: .system
      case "v", "m": .view
      case "f": .virtual
      default: .table
      }
    return Entry(
      number: row[0] ?? "0", name: TableName(schema: schema, name: row[2] ?? ""), kind: kind,
      isTemporary: row[4] == "t", isMaterialized: row[3] == "m", viewText: row[5])
  }

  private func description(of entry: Entry, _ facts: PostgreSQLTableFacts) -> TableDescription {
    var columns = facts.columns[entry.number] ?? []
    let constraints = facts.constraints[entry.number] ?? []
    let primaryKey = constraints.first { $0.type == "p" }?.columns ?? []
    for index in columns.indices {
      columns[index].primaryKeyPosition = primaryKey.firstIndex { $0.hasSameBytes(as: columns[index].name) }.map {
        $0 + 1
      }
    }
    let indexes = facts.indexes[entry.number] ?? []
    var attributes: TableDescription.Attributes = entry.kind == .table ? [.strict] : []
    if entry.isTemporary { attributes.insert(.temporary) }
    if columns.contains(where: \.isAutoIncrement) { attributes.insert(.neverReusesKeys) }
    let quoted = PostgreSQLDialect.dialect.quoted(identifier:)
    let sql = entry.viewText.map { text in
      let body = text.hasSuffix(";") ? String(text.dropLast()) : text
      return "CREATE \(entry.isMaterialized ? "MATERIALIZED " : "")VIEW \(quoted(entry.name.name)) AS\n\(body)"
    }
    return TableDescription(
      name: entry.name, kind: entry.kind, attributes: attributes, columns: columns, primaryKey: primaryKey,
      foreignKeys: constraints.filter { $0.type == "f" }.map(\.foreignKey), indexes: indexes,
      checkConstraints: constraints.filter { $0.type == "c" }.map {
        CheckConstraint(name: $0.name, expression: $0.expression)
      },
      triggers: (facts.triggers[entry.number] ?? []).sorted(), sql: sql)
  }
}
