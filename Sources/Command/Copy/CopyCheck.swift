import ORDA
import ORDAImport

/// Checks that the target has what the source has.
struct CopyCheck {
  let origin: Transaction
  let destination: Transaction
  let progress: CopyProgress

  /// The count and the checksum of what the target has of a table.
  func checksum(of table: CopyTable) throws -> RowChecksum {
    var checksum = RowChecksum()
    if table.columns.isEmpty { return checksum }
    try destination.forEach(table.selectTarget) { row in
      checksum.add(try table.hash(row))
      try progress.advance()
    }
    return checksum
  }

  /// Compares what was read with what is there now.
  ///
  /// - Parameter before: What the target had before.
  /// - Throws: ``CopyFailure``.
  func compare(_ table: CopyTable, read: RowChecksum, before: RowChecksum) throws {
    let written: RowChecksum
    do {
      written = try checksum(of: table) - before
    } catch let error as DatabaseError {
      throw CopyFailure(table: table.name, row: nil, error: error)
    }
    if written == read { return }
    if written.count != read.count {
      throw CopyFailure(
        "table \(table.name): \(Grouped.count(read.count, "row")) were read, and the target has \(Grouped.digits(written.count)) of them"
      )
    }
    let place = before.count == 0 ? try DifferenceSearch(table: table, check: self).row() : nil
    throw CopyFailure(
      "table \(table.name): the target has other values than the source"
        + (place.map { ", first in the row with \($0)" } ?? "")
        + "; a trigger may have changed them, or the type of a column")
  }

  // MARK: Foreign keys

  /// Checks that every row that is referred to exists.
  ///
  /// - Throws: ``CopyFailure`` that names a row whose reference leads nowhere.
  func checkForeignKeys(of table: CopyTable) throws {
    for key in table.foreignKeys where !key.columns.isEmpty && key.columns.count == key.referencedColumns.count {
      let shown = table.description.primaryKey.isEmpty ? key.columns : table.description.primaryKey
      let referring = key.columns.map { "\(identifier: "c", $0) IS NOT NULL" as SQL }.joined(separator: " AND ")
      let same = zip(key.referencedColumns, key.columns)
        .map { "\(identifier: "p", $0) = \(identifier: "c", $1)" as SQL }.joined(separator: " AND ")
      let columns = shown.map { "\(identifier: "c", $0)" as SQL }.joined(separator: ", ")
      let orphan: SQL = """
        SELECT \(columns) FROM \(identifier: table.name) AS c WHERE \(referring) AND NOT EXISTS
        (SELECT 1 FROM \(identifier: key.referencedTable.name) AS p WHERE \(same)) LIMIT 1
        """
      guard let row = try destination.first(orphan) else { continue }
      let place = zip(shown, row.values).map { "\($0) \($1)" }.joined(separator: ", ")
      throw CopyFailure(
        "table \(table.name), the row with \(place): (\(key.columns.joined(separator: ", "))) refers to a row of "
          + "\(key.referencedTable.name) that is not there")
    }
  }
}
