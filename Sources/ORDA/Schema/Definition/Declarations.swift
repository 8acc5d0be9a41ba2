/// How CREATE TABLE declares what a table consists of. A driver uses it where it writes statements of its own.
extension ColumnDefinition {
  /// The column's name, its type, and what restricts it.
  ///
  /// - Parameters:
  ///   - isKeyed: True if a key or an index holds the column.
  ///   - dialect: How the database writes types.
  public func declaration(isKeyed: Bool, in dialect: any SchemaDialect) -> SQL {
    if isGeneratedKey { return "\(identifier: name) \(raw: dialect.generatedKey(of: type).declaration)" }
    var sql: SQL = "\(identifier: name) \(raw: declaredType ?? dialect.declaration(of: type, isKeyed: isKeyed))"
    if let collation { sql += " COLLATE \(raw: collation)" }
    switch generated {
    case .none: break
    case .virtual(let expression) where dialect.computesWhenRead:
      sql += " GENERATED ALWAYS AS (\(raw: expression ?? "NULL")) VIRTUAL"
    case .virtual(let expression), .stored(let expression):
      sql += " GENERATED ALWAYS AS (\(raw: expression ?? "NULL")) STORED"
    }
    if !isNullable {
      sql += " NOT NULL"
    } else if generated == .none, dialect.declaresNull(type) {
      sql += " NULL"
    }
    if let defaultValue { sql += " DEFAULT \(raw: defaultValue)" }
    return sql
  }
}

extension ForeignKey {
  /// The reference as a constraint of its table.
  ///
  /// - Parameter dialect: Tells whether it must be declared as one that may be checked later.
  public func declaration(in dialect: any SchemaDialect) -> SQL {
    var sql: SQL = "\(SQL.constraint(name))FOREIGN KEY (\(SQL.names(columns))) REFERENCES \(referencedTable.sql)"
    if !referencedColumns.isEmpty { sql += " (\(SQL.names(referencedColumns)))" }
    // NO ACTION is the standard's default, and not every database's.
    sql += " ON DELETE \(raw: onDelete.rawValue) ON UPDATE \(raw: onUpdate.rawValue)"
    if isDeferred {
      sql += " DEFERRABLE INITIALLY DEFERRED"
    } else if dialect.declaresDeferrable {
      sql += " DEFERRABLE"
    }
    return sql
  }
}

extension UniqueConstraint {
  /// The constraint as its table has it.
  public var declaration: SQL { "\(SQL.constraint(name))UNIQUE (\(SQL.names(columns)))" }
}

extension CheckConstraint {
  /// The condition as a constraint of its table.
  public var declaration: SQL { "\(SQL.constraint(name))CHECK (\(raw: expression))" }
}

extension SQL {
  fileprivate static func constraint(_ name: String?) -> SQL { name.map { "CONSTRAINT \(identifier: $0) " } ?? "" }

  /// Names as identifiers, with commas between them.
  static func names(_ names: [String]) -> SQL { names.map { "\(identifier: $0)" as SQL }.joined(separator: ", ") }
}
