/// What follows ALTER TABLE.
extension TableChange {
  /// The clause in the SQL standard, and in databases that follow it.
  ///
  /// - Parameters:
  ///   - table: The table as it is before the change.
  ///   - dialect: How the database writes types.
  /// - Returns: Nil for changes that have statements of their own: indexes and names of tables.
  /// - Throws: `misuse` for a reference or a condition that can't be dropped because it has no name.
  public func standardClause(
    of table: TableDescription, in dialect: any SchemaDialect
  ) throws(DatabaseError) -> SQL? {
    switch self {
    case .addColumn(let column):
      return "ADD COLUMN \(column.declaration(isKeyed: false, in: dialect))"
    case .dropColumn(let column): return "DROP COLUMN \(identifier: column)"
    case .renameColumn(let column, let name): return "RENAME COLUMN \(identifier: column) TO \(identifier: name)"
    case .addForeignKey(let key): return "ADD \(key.declaration(in: dialect))"
    case .dropForeignKey(let foreignKey):
      return try Self.dropping("CONSTRAINT", try table.foreignKeys(of: foreignKey).map(\.name), of: table)
    case .addUnique(let unique):
      return "ADD \(unique.declaration)"
    case .dropUnique(let unique):
      return try Self.dropping("CONSTRAINT", try table.uniqueConstraints(of: unique).map(\.name), of: table)
    case .addCheck(let check): return "ADD \(check.declaration)"
    case .dropCheck(let check): return try Self.dropping("CONSTRAINT", [check], of: table)
    // The standard changes one property of a column at a time.
    case .changeColumn, .addIndex(_), .dropIndex(_), .rename(to: _): return nil
    }
  }

  /// `DROP CONSTRAINT "a", DROP CONSTRAINT "b"`.
  ///
  /// - Throws: `misuse` if something has no name.
  public static func dropping(
    _ what: String, _ names: [String?], of table: TableDescription
  ) throws(DatabaseError) -> SQL {
    var clauses: [SQL] = []
    for name in names {
      guard let name else {
        throw DatabaseError(
          .unsupported, "what is to be dropped from \(table.name.name) has no name, by which this database drops it",
          table: table.name.name)
      }
      clauses.append("DROP \(raw: what) \(identifier: name)")
    }
    return clauses.joined(separator: ", ")
  }
}
