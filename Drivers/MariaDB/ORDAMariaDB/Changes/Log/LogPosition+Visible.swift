internal import CMariaDB
internal import ORDA

extension LogPosition {
  /// How far the log is where all transactions up to there, and none behind, can be seen by a SELECT.
  ///
  /// A server writes a transaction to its log before it can be seen: `gtid_binlog_pos` may be a little ahead.
  static func visible(on handle: UnsafeMutablePointer<MYSQL>) throws(DatabaseError) -> LogPosition {
    try handle.run("START TRANSACTION WITH CONSISTENT SNAPSHOT")
    let rows = try handle.texts(
      """
      SELECT COALESCE(BINLOG_GTID_POS(
        (SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'BINLOG_SNAPSHOT_FILE'),
        (SELECT CAST(VARIABLE_VALUE AS UNSIGNED) FROM information_schema.SESSION_STATUS
          WHERE VARIABLE_NAME = 'BINLOG_SNAPSHOT_POSITION')), @@global.gtid_binlog_pos)
      """)
    try handle.run("COMMIT")
    guard let text = rows.first?.first ?? nil, let position = LogPosition(text) else {
      throw DatabaseError(
        .protocolViolation, "the server tells the position of its log in a way that ORDA does not know")
    }
    return position
  }
}

extension LogPlace {
  /// Where in the log the transaction of this connection, begun WITH CONSISTENT SNAPSHOT, sees everything up to; nil where
  /// the server does not tell.
  static func snapshot(on connection: MariaDBConnection) throws(DatabaseError) -> LogPlace? {
    let rows = try connection.texts("SHOW STATUS LIKE 'binlog_snapshot_%'")
    let told = Dictionary(rows.map { ($0[0]?.lowercased() ?? "", $0[1] ?? "") }) { first, _ in first }
    guard let file = told["binlog_snapshot_file"], let text = told["binlog_snapshot_position"],
      let offset = UInt64(text), !file.isEmpty
    else { return nil }
    return LogPlace(file: file, offset: offset)
  }
}

extension UnsafeMutablePointer<MYSQL> {
  /// Runs a text on a connection that nothing else is done on.
  func run(_ sql: String) throws(DatabaseError) { _ = try texts(sql) }

  /// The same, with the rows that it gives as texts.
  func texts(_ sql: String) throws(DatabaseError) -> [[String?]] {
    if mysql_real_query(self, sql, UInt(sql.utf8.count)) != 0 { throw MariaDBErrors.error(of: self, sql: sql) }
    var rows: [[String?]] = []
    if let result = mysql_store_result(self) {
      defer { mysql_free_result(result) }
      let count = Int(mysql_num_fields(result))
      while let row = mysql_fetch_row(result) { rows.append((0..<count).map { row[$0].map { String(cString: $0) } }) }
    }
    if mysql_errno(self) != 0 { throw MariaDBErrors.error(of: self, sql: sql) }
    return rows
  }
}
