internal import ORDA
internal import ORDAThreads

/// Rows as they were before a write, so that it can be taken back. The write reads them first; what takes it back comes after
/// it in the queue.
final class KeptRows: Sendable {
  /// Some columns of some rows of a table.
  struct Part: Sendable {
    let table: TableName
    let rows: FetchedRows
  }

  private let parts = Lock<[Part]>([])

  /// Reads rows of several tables, in all writable columns or in some.
  ///
  /// Forget what an earlier try has read: it was undone.
  func keep(
    _ rows: [(table: TableName, columns: [String]?, condition: SQL)], in transaction: Transaction
  ) throws {
    var kept: [Part] = []
    for (table, columns, condition) in rows {
      let names = try columns ?? transaction.writableColumns(of: table)
      let selected = names.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
      let found = try transaction.query("SELECT \(sql: selected) FROM \(table.sql) WHERE \(sql: condition)").rows
      kept.append(Part(table: table, rows: found))
    }
    parts.withLock { [kept] in $0 = kept }
  }

  /// Inserts the deleted rows again, except where their keys are taken.
  func insert(in transaction: Transaction) throws {
    for part in parts.withLock({ $0 }) where !part.rows.isEmpty {
      let columns = part.rows.columnNames
      let key = try transaction.describe(part.table)?.primaryKey ?? []
      let statement =
        key.isEmpty
        ? try transaction.prepare(insertion(into: part.table, columns))
        : try transaction.prepareUpsert(into: part.table, columns: columns, key: key, updating: [])
      try statement.executeMany(part.rows) { row, parameters in
        for (place, value) in row.values.enumerated() { try parameters.bind(value, at: place) }
      }
    }
  }

  private func insertion(into table: TableName, _ columns: [String]) -> SQL {
    let names = columns.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
    let places = columns.map { _ in "?" as SQL }.joined(separator: ", ")
    return "INSERT INTO \(table.sql) (\(sql: names)) VALUES (\(sql: places))"
  }

  /// Sets columns back that were updated; the first of each row is the key.
  func update(in transaction: Transaction) throws {
    for part in parts.withLock({ $0 }) where !part.rows.isEmpty {
      let columns = part.rows.columnNames
      guard let key = columns.first else { continue }
      let settings = columns.dropFirst().map { "\(identifier: $0) = ?" as SQL }.joined(separator: ", ")
      let statement = try transaction.prepare(
        "UPDATE \(part.table.sql) SET \(sql: settings) WHERE \(identifier: key) = ?")
      try statement.executeMany(part.rows) { row, parameters in
        for (place, value) in row.values.dropFirst().enumerated() { try parameters.bind(value, at: place) }
        try parameters.bind(row[0], at: columns.count - 1)
      }
    }
  }
}

extension Transaction {
  fileprivate func writableColumns(of table: TableName) throws -> [String] {
    try describe(table)?.columns.filter { $0.generated == .none && !$0.isHidden }.map(\.name) ?? []
  }
}
