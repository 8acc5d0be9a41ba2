internal import CMariaDB
internal import ORDA

/// What a statement did, from the numbers that the server reports.
extension MariaDBStatement {
  /// How many rows; nil if rows were returned, since then there is no count.
  var affected: Int? {
    let count = mysql_stmt_affected_rows(handle)
    return count == .max ? nil : Int(clamping: count)
  }

  /// To the server an update in place of an insertion counts twice, and so does a replacement: here a row counts once.
  func insertOutcome() -> StatementOutcome {
    guard let affected else { return StatementOutcome(changed: rowCount, lastID: nil) }
    let records = insertedRecords
    let changed = min(affected, records?.rows ?? 1)
    let id = mysql_stmt_insert_id(handle)
    // A single row that counts twice existed and was updated: it got no key, unless the statement says which one to
    // report.
    let isUpdate = keyword == .insert && records == nil && affected > 1
    guard id != 0, changed > 0, !isUpdate || setsLastID else {
      return StatementOutcome(changed: changed, lastID: nil)
    }
    let first = Int64(bitPattern: id)
    guard let records, records.rows > 1, records.duplicates == 0 else {
      return StatementOutcome(changed: changed, lastID: first)
    }
    // Of several keys that it made, the server reports the first; of several that it was given, the last.
    guard connection.lastGeneratedKey == id else { return StatementOutcome(changed: changed, lastID: first) }
    let (distance, overflow) = connection.session.keyStep.multipliedReportingOverflow(by: Int64(records.rows - 1))
    return StatementOutcome(changed: changed, lastID: overflow ? first : first &+ distance)
  }

  /// The number that an UPDATE has reported as its key: `SET n = LAST_INSERT_ID(n + 1)`, which makes a table a counter.
  var updatedKey: Int64? {
    let id = mysql_stmt_insert_id(handle)
    return id != 0 && setsLastID ? Int64(bitPattern: id) : nil
  }

  /// `LAST_INSERT_ID(id)`, which makes the server report a number as the last key.
  private var setsLastID: Bool {
    var sql = sql
    return sql.withUTF8 { SQLBytes($0).givesArgument(to: "last_insert_id") }
  }

  /// `Records: 2 Duplicates: 1 Warnings: 0`, which the server reports for insertions of several rows.
  var insertedRecords: (rows: Int, duplicates: Int)? {
    guard let info = mysql_info(connection.handle) else { return nil }
    let numbers = String(cString: info).split(whereSeparator: { !("0"..."9").contains($0) }).compactMap { Int($0) }
    return numbers.count >= 2 ? (numbers[0], numbers[1]) : nil
  }
}

extension MariaDBConnection {
  /// The first key that the server made for the last statement that needed one; nil if it can't be asked.
  var lastGeneratedKey: UInt64? {
    guard let text = try? texts("SELECT LAST_INSERT_ID()").first?.first else { return nil }
    return text.flatMap { UInt64($0) }
  }
}
