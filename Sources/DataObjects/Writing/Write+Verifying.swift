internal import ORDA

/// Finding out whether a write was done although its COMMIT was not answered.
extension Write {
  /// True if the rows are as the write would make them. Reading them with locks waits for the session that may still be
  /// writing them.
  func isDone(on connection: Connection) throws -> Bool {
    try connection.transaction { transaction in
      for step in steps where try !step.isDone(in: transaction) { return false }
      return true
    }
  }
}

extension WriteStep {
  fileprivate func isDone(in transaction: Transaction) throws -> Bool {
    switch self {
    case .rows(let write): try write.isDone(in: transaction)
    case .links(let write): try write.isDone(in: transaction)
    case .deletion(let deletion): try deletion.isDone(in: transaction)
    // Setting the same values a second time changes nothing more.
    case .statement, .insertion, .reversal: false
    }
  }
}

extension Transaction {
  /// What locks the rows that are read, where the database has such locks.
  fileprivate var locking: SQL { capabilities.contains(.rowLocks) ? " FOR UPDATE" : "" }
}

extension RowWrite {
  fileprivate func isDone(in transaction: Transaction) throws -> Bool {
    let ids = (0..<count).map { id($0) }
    var sql: SQL = "SELECT \(identifier: key)"
    for column in columns { sql += ", \(identifier: column)" }
    sql += " FROM \(table.sql) WHERE \(identifier: key) IN \(list: ids)\(sql: transaction.locking)"
    let rows = try transaction.query(sql)
    var found: [Value: [Value]] = [:]
    for row in rows.rows { found[keyType.normal(row[0])] = row.values }
    for row in 0..<count {
      guard let there = found[id(row)] else { return false }
      if kind != .insertion, !there.dropFirst().elementsEqual(values[row * width + 1..<(row + 1) * width]) {
        return false
      }
    }
    return true
  }
}

extension LinkWrite {
  fileprivate func isDone(in transaction: Transaction) throws -> Bool {
    let rows = try transaction.query(
      """
      SELECT \(identifier: lookup.child) FROM \(lookup.table.sql) WHERE \(identifier: lookup.parent) = \(parent)
      ORDER BY \(identifier: lookup.order)\(sql: transaction.locking)
      """)
    return rows.rows.map { RowKey([childType.normal($0[0])]) } == children.map { RowKey([$0]) }
  }
}

extension Deletion {
  fileprivate func isDone(in transaction: Transaction) throws -> Bool {
    try transaction.query(
      "SELECT \(identifier: key) FROM \(table.sql) WHERE \(identifier: key) IN \(list: ids)\(sql: transaction.locking)"
    ).isEmpty
  }
}
