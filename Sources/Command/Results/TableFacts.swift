import ORDA

/// A table's parts, in words.
enum TableFacts {
  /// The columns of ``rows(_:)``.
  static let columns = ["column", "type", "NULL", "default", "key", "more"]

  /// A row for each column of a table.
  static func rows(_ table: TableDescription) -> [[String?]] {
    table.columns.map { column in
      [
        column.name, column.declaredType, column.isNullable ? "yes" : "no", column.defaultValue,
        key(column, of: table), more(column),
      ]
    }
  }

  /// `track (table, strict)`
  static func title(_ table: TableDescription) -> String {
    let attributes: [(TableDescription.Attributes, String)] = [
      (.temporary, "temporary"), (.strict, "strict"), (.withoutRowID, "without rowid"),
      (.neverReusesKeys, "never reuses keys"),
    ]
    let words = attributes.filter { table.attributes.contains($0.0) }.map(\.1)
    return "\(table.name.name) (\(([table.kind.rawValue] + words).joined(separator: ", ")))"
  }

  /// Keys, indexes and conditions, a line each, in SQL's words with names as they are.
  static func constraints(_ table: TableDescription) -> [String] {
    var lines: [String] = []
    if !table.primaryKey.isEmpty { lines.append("PRIMARY KEY \(list(table.primaryKey))") }
    lines += table.foreignKeys.map(foreignKey)
    // A separate unique index is listed as an index; one that serves a constraint, as that constraint.
    let isIndex = { (constraint: UniqueConstraint) in table.indexes.contains { $0.name == constraint.name } }
    let constraints = table.uniqueConstraints.filter { !isIndex($0) }
    lines += constraints.map { "UNIQUE \(list($0.columns))" + named($0.name) }
    for index in table.indexes where !index.isPrimaryKey {
      if index.isUnique, !index.isPartial, constraints.contains(where: { $0.columns == index.columnNames }) { continue }
      lines.append(Self.index(index))
    }
    lines += table.checkConstraints.map { "CHECK (\($0.expression))" + named($0.name) }
    return lines
  }

  /// The columns of ``indexes(_:)``.
  static let indexColumns = ["table", "index", "columns", "unique"]

  /// A row for each index of a table, including the primary key's if it has a separate one.
  static func indexes(_ table: TableDescription) -> [[String?]] {
    table.indexes.map { index in
      let parts = index.columns.map(part).joined(separator: ", ")
      let rows = index.isPartial ? " WHERE \(index.predicate ?? "…")" : ""
      return [table.name.name, index.name, parts + rows, index.isUnique ? "yes" : "no"]
    }
  }

  private static func part(_ part: IndexDescription.Part) -> String {
    let term =
      switch part.term {
      case .column(let name): name
      case .expression(let text): text ?? "an expression"
      }
    return term + (part.isDescending ? " DESC" : "")
  }

  private static func key(_ column: ColumnDescription, of table: TableDescription) -> String? {
    guard let position = column.primaryKeyPosition else { return nil }
    return table.primaryKey.count > 1 ? "key \(position)" : "key"
  }

  private static func more(_ column: ColumnDescription) -> String? {
    var facts: [String] = []
    if column.isAutoIncrement { facts.append("made where none is given") }
    switch column.generated {
    case .none: break
    case .virtual(let expression): facts.append("computed" + (expression.map { ": \($0)" } ?? ""))
    case .stored(let expression): facts.append("computed and stored" + (expression.map { ": \($0)" } ?? ""))
    }
    if let collation = column.collation { facts.append("collation \(collation)") }
    if column.isHidden { facts.append("hidden") }
    if let comment = column.comment { facts.append(comment) }
    return facts.isEmpty ? nil : facts.joined(separator: "; ")
  }

  private static func foreignKey(_ key: ForeignKey) -> String {
    var text = "FOREIGN KEY \(list(key.columns)) REFERENCES \(key.referencedTable.name)"
    if !key.referencedColumns.isEmpty { text += " \(list(key.referencedColumns))" }
    if key.onUpdate != .noAction { text += " ON UPDATE \(key.onUpdate.rawValue)" }
    if key.onDelete != .noAction { text += " ON DELETE \(key.onDelete.rawValue)" }
    if key.isDeferred { text += " DEFERRABLE INITIALLY DEFERRED" }
    return text + named(key.name)
  }

  private static func index(_ index: IndexDescription) -> String {
    let parts = index.columns.map(part)
    var text = (index.isUnique ? "UNIQUE INDEX " : "INDEX ") + "\(index.name) \(list(parts))"
    if index.isPartial { text += " WHERE \(index.predicate ?? "…")" }
    return text
  }

  private static func named(_ name: String?) -> String { name.map { ", named \($0)" } ?? "" }

  private static func list(_ names: [String]) -> String { "(\(names.joined(separator: ", ")))" }
}
