import ORDA

/// What a table is declared as. It never changes: a table that is made anew has another one.
final class TableSchema: Sendable {
  let name: String
  let columns: [ColumnSchema]
  let keys: [Key]
  let checks: [Check]
  let sql: String

  init(name: String, columns: [ColumnSchema], keys: [Key], checks: [Check], sql: String) {
    self.name = name
    self.columns = columns
    self.keys = keys
    self.checks = checks
    self.sql = sql
  }

  /// A column's place.
  func place(of column: String) throws(DatabaseError) -> Int {
    if let place = columns.firstIndex(where: { $0.name.lowercased() == column.lowercased() }) { return place }
    let hint = nearestName(to: column, among: columns.map(\.name)).map { "; did you mean \($0)?" } ?? ""
    throw DatabaseError(
      .noSuchColumn, "the table \(name) has no column \(column)\(hint)", table: name, column: column)
  }

  /// A row as the table holds it.
  func stored(_ row: [Value]) throws(DatabaseError) -> [Value] {
    var stored: [Value] = []
    stored.reserveCapacity(row.count)
    for (column, value) in zip(columns, row) {
      do throws(DatabaseError) {
        stored.append(try column.stored(value))
      } catch {
        throw DatabaseError(error.kind, error.message, table: name, column: column.name)
      }
    }
    return stored
  }

  /// The error for a key that is there already.
  func duplicate(_ key: Key) -> DatabaseError {
    DatabaseError(
      .constraint(key.isPrimary ? .primaryKey : .unique),
      "the table \(name) has a row with the same \(names(key).joined(separator: ", "))", table: name,
      column: names(key).joined(separator: ", "), constraint: key.name)
  }

  private func names(_ key: Key) -> [String] { key.columns.map { columns[$0].name } }

  /// What programs are told.
  var description: TableDescription {
    let primary = keys.first(where: \.isPrimary)
    return TableDescription(
      name: TableName(name: name), attributes: .strict,
      columns: columns.enumerated().map { place, column in
        ColumnDescription(
          name: column.name, declaredType: column.declaredType, isNullable: column.isNullable,
          defaultValue: column.fallback?.text,
          primaryKeyPosition: primary?.columns.firstIndex(of: place).map { $0 + 1 },
          isAutoIncrement: column.isIdentity)
      },
      primaryKey: primary.map(names) ?? [],
      uniqueConstraints: keys.filter { !$0.isPrimary }.map { UniqueConstraint(name: $0.name, columns: names($0)) },
      checkConstraints: checks.map(\.description), sql: sql)
  }
}

/// Columns that hold no combination of values twice; one with a NULL in it never counts as the same.
struct Key: Sendable {
  var name: String?
  var columns: [Int]
  var isPrimary: Bool

  /// A row's values; nil where one of them is NULL.
  func values(of row: [Value]) -> [Value]? {
    let values = columns.map { row[$0] }
    return values.contains(where: \.isNull) ? nil : values
  }
}

/// A condition that every row meets.
struct Check: Sendable {
  var description: CheckConstraint
  var condition: Expression
}

/// One column of a table.
struct ColumnSchema: Sendable {
  var name: String
  var type: StoredType
  /// The type as it was written.
  var declaredType: String
  var isNullable = true
  /// The value of a row that is inserted without one.
  var fallback: (text: String, value: Expression)?
  /// True where the database makes a key.
  var isIdentity = false

  func stored(_ value: Value) throws(DatabaseError) -> Value {
    if value.isNull {
      if isNullable { return value }
      throw DatabaseError(.constraint(.notNull), "the column \(name) takes no NULL")
    }
    do throws(DatabaseError) {
      return try type.stored(value)
    } catch .typeMismatch {
      throw DatabaseError(
        .constraint(.dataType), "the column \(name) is \(declaredType) and takes no \(value.typeName)")
    } catch {
      // The message of a conversion may show the number, which no message of a driver should.
      throw DatabaseError(error.kind, "the value does not fit the column \(name), which is \(declaredType)")
    }
  }
}
