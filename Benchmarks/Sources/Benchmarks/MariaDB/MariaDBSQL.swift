/// The statements, the same on every side; the peers have their own copies.
enum MariaDBSQL {
  static let byKey = "SELECT id, name, score, at FROM track WHERE id = ?"
  static let scan = "SELECT id, name, score, at FROM track"

  static func insert(into table: String) -> String {
    "INSERT INTO \(table) (id, name, score) VALUES (?, ?, ?)"
  }

  /// What ORDA sends to the first connection of a governor, word for word.
  static let session = """
    SET autocommit = 1, time_zone = '+00:00' /*M!100300 , session_track_system_variables = 'last_gtid' */, \
    session_track_state_change = 1, sql_mode = CONCAT_WS(',', NULLIF(@@sql_mode, ''), 'STRICT_TRANS_TABLES', \
    'ERROR_FOR_DIVISION_BY_ZERO')
    """
  static let sessionQuestion = """
    SELECT @@sql_mode, @@tx_isolation, @@max_allowed_packet, @@auto_increment_increment, @@lower_case_table_names, \
    @@global.log_bin, @@global.binlog_format = 'ROW'
    """
  static let grantsQuestion = "SHOW GRANTS"
}
