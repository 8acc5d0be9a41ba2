public import ORDA
internal import ORDAThreads

/// A table made by a case, for use in SQL: `"SELECT n FROM \(table)"`.
public struct ConformanceTable: Sendable, Hashable {
  /// The name, unquoted; no other table has it.
  public let name: String
}

extension SQL.StringInterpolation {
  /// Writes the table's name as an identifier.
  @inline(never)
  public mutating func appendInterpolation(_ table: ConformanceTable) { appendInterpolation(identifier: table.name) }
}

extension ColumnDefinition {
  /// A nullable column.
  static func column(_ name: String, _ type: ColumnType) -> ColumnDefinition { ColumnDefinition(name, type) }
  /// A column that is not nullable.
  static func required(_ name: String, _ type: ColumnType) -> ColumnDefinition {
    ColumnDefinition(name, type, isNullable: false)
  }
}

extension ConformanceRun {
  /// Makes a table with a name of its own, which is dropped after the case, whatever the outcome.
  @inline(never)
  public func table(
    _ columns: ColumnDefinition..., primaryKey: [String]? = nil, unique: [[String]] = [],
    foreignKeys: [ForeignKey] = [], checks: [CheckConstraint] = [], indexes: [IndexDescription] = []
  ) throws -> ConformanceTable {
    let table = reserve()
    try db.create(
      TableDefinition(
        name: TableName(name: table.name), columns: columns, primaryKey: primaryKey,
        uniqueConstraints: unique.map { UniqueConstraint(columns: $0) }, foreignKeys: foreignKeys,
        checkConstraints: checks, indexes: indexes))
    return table
  }

  /// The same, without blocking the task's thread.
  @inline(never)
  public func table(
    _ columns: ColumnDefinition..., primaryKey: [String]? = nil, unique: [[String]] = [],
    foreignKeys: [ForeignKey] = [], checks: [CheckConstraint] = [], indexes: [IndexDescription] = []
  ) async throws -> ConformanceTable {
    let table = reserve()
    let definition = TableDefinition(
      name: TableName(name: table.name), columns: columns, primaryKey: primaryKey,
      uniqueConstraints: unique.map { UniqueConstraint(columns: $0) }, foreignKeys: foreignKeys,
      checkConstraints: checks, indexes: indexes)
    try await onThread { try self.db.create(definition) }
    return table
  }

  /// A name for a table that the case makes by itself; if the table exists after the case, it is dropped.
  @inline(never)
  public func reserve() -> ConformanceTable {
    state.withLock { state in
      let name = "\(prefix)\(state.tables.count + 1)"
      state.tables.append(name)
      return ConformanceTable(name: name)
    }
  }

  /// A table with the column `n` and the numbers from 1 on.
  @inline(never)
  public func numbers(_ count: Int) throws -> ConformanceTable {
    let table = try table(.required("n", .int), primaryKey: ["n"])
    try db.prepare("INSERT INTO \(table) (n) VALUES (?)").executeMany((1...max(count, 1)).map { [$0] })
    return table
  }

  /// The same, without blocking the task's thread.
  @inline(never)
  public func numbers(_ count: Int) async throws -> ConformanceTable {
    try await onThread { try self.numbers(count) }
  }

  /// A query that takes minutes: the profile's, or the cross join of a table of 1,000 rows.
  @inline(never)
  public func slowQuery() throws -> SQL {
    if let query = profile.slowQuery { return query }
    let table = try numbers(1000)
    return "SELECT SUM(a.n) FROM \(table) AS a, \(table) AS b, \(table) AS c"
  }

  /// The same, without blocking the task's thread.
  @inline(never)
  public func slowQuery() async throws -> SQL { try await onThread { try self.slowQuery() } }
}
