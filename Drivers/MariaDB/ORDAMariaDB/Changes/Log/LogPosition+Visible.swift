internal import CMariaDB
internal import ORDA

extension LogPosition {
  /// The position in the log up to which a SELECT sees all transactions, and none after it.
  ///
  /// A server logs a transaction before it is visible: `gtid_binlog_pos` may be a little ahead.
  static func visible(on handle: UnsafeMutablePointer<MYSQL>) throws(DatabaseError) -> LogPosition {
    try handle.run("START TRANSACTION WITH CONSISTENT SNAPSHOT")
    let place = try LogPlace.snapshot { sql throws(DatabaseError) in try handle.texts(sql) }
    try handle.run("COMMIT")
    // The server chooses its files' names; one with a quote in it is not asked for.
    let isPlain = place.map { !$0.file.contains { $0 == "'" || $0 == "\\" } } ?? false
    let known = place.flatMap { isPlain ? "BINLOG_GTID_POS('\($0.file)', \($0.offset))" : nil } ?? "NULL"
    return try asked("COALESCE(\(known), @@global.gtid_binlog_pos)", of: handle)
  }

  /// How far the log goes: everything visible to anybody lies before.
  static func written(on handle: UnsafeMutablePointer<MYSQL>) throws(DatabaseError) -> LogPosition {
    try asked("@@global.gtid_binlog_pos", of: handle)
  }

  private static func asked(
    _ question: String, of handle: UnsafeMutablePointer<MYSQL>
  ) throws(DatabaseError) -> LogPosition {
    let rows = try handle.texts("SELECT \(question)")
    guard let text = rows.first?.first ?? nil, let position = LogPosition(text) else {
      throw DatabaseError(
        .protocolViolation, "the server tells the position of its log in a way that ORDA does not know")
    }
    return position
  }
}

extension LogPlace {
  /// The place in the log up to which this connection's transaction, begun WITH CONSISTENT SNAPSHOT, sees everything;
  /// nil if the server does not say.
  static func snapshot(on connection: MariaDBConnection) throws(DatabaseError) -> LogPlace? {
    try snapshot { sql throws(DatabaseError) in try connection.texts(sql) }
  }

  /// A server keeps the answer where all its connections do, and now and then gives the one meant for another. So it is
  /// asked until it has given the same answer three times in a row.
  fileprivate static func snapshot(
    _ ask: (String) throws(DatabaseError) -> [[String?]]
  ) throws(DatabaseError) -> LogPlace? {
    var told: LogPlace?
    var agreements = 0
    for _ in 0..<100 where agreements < 3 {
      let next = LogPlace(status: try ask("SHOW STATUS LIKE 'binlog_snapshot_%'"))
      agreements = next == told ? agreements + 1 : 1
      told = next
    }
    return told
  }

  private init?(status rows: [[String?]]) {
    var told: [String: String] = [:]
    for row in rows where row.count == 2 { told[row[0]?.lowercased() ?? ""] = row[1] }
    guard let file = told["binlog_snapshot_file"], let text = told["binlog_snapshot_position"],
      let offset = UInt64(text), !file.isEmpty
    else { return nil }
    self.init(file: file, offset: offset)
  }
}

extension UnsafeMutablePointer<MYSQL> {
  /// Runs a statement's text on a connection that is used for nothing else.
  func run(_ sql: String) throws(DatabaseError) { _ = try texts(sql) }

  /// The same, with its rows as strings.
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
