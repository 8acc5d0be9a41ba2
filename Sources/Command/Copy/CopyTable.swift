import ORDA

/// A table on its way from one database to another.
struct CopyTable {
  let description: TableDescription
  /// How to create it; nil if the target has it and keeps it.
  var translation: TableTranslation?
  /// Its columns to copy.
  var columns: [CopyColumn] = []
  /// Its foreign keys in the target.
  var foreignKeys: [ForeignKey] = []
  /// How many rows it has.
  var count = 0

  var name: String { description.name.name }

  /// Reads the columns that are copied.
  var select: SQL { "SELECT \(Self.list(columns.map(\.source))) FROM \(identifier: name)" }

  /// Reads the same columns of the target.
  var selectTarget: SQL { "SELECT \(Self.list(columns.map(\.target))) FROM \(identifier: name)" }

  var insert: SQL {
    let marks = columns.map { _ in "?" as SQL }.joined(separator: ", ")
    return "INSERT INTO \(identifier: name) (\(Self.list(columns.map(\.target)))) VALUES (\(marks))"
  }

  static func list(_ names: [String]) -> SQL {
    names.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
  }

  /// The hash of a row of either database.
  func hash(_ row: borrowing Row) throws -> RowHash {
    var hash = RowHash()
    for (index, column) in columns.enumerated() { try column.read(row, at: index) { hash.add($0) } }
    return hash
  }

  /// What identifies a row: the values of its primary key, or else its number, counted from 1.
  func key(of row: borrowing Row, number: Int) throws -> String {
    var parts: [String] = []
    for (index, column) in columns.enumerated() where description.primaryKey.contains(column.source) {
      parts.append("\(column.source) \(try row[index])")
    }
    return parts.isEmpty ? "the number \(number)" : parts.joined(separator: ", ")
  }
}
