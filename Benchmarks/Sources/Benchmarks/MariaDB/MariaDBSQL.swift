/// The statements, the same on every side; the peers have their own copies.
enum MariaDBSQL {
  static let byKey = "SELECT id, name, score, at FROM track WHERE id = ?"
  static let scan = "SELECT id, name, score, at FROM track"

  static func insert(into table: String) -> String {
    "INSERT INTO \(table) (id, name, score) VALUES (?, ?, ?)"
  }

  /// What ORDA sends to the first connection of a governor, word for word: ``MariaDBSide/connect(_:)`` makes sure.
  static let session = """
    SET autocommit = 1, time_zone = '+00:00' /*M!100300 , session_track_system_variables = \
    'last_gtid,sql_mode,tx_isolation,session_track_state_change,session_track_system_variables' */, \
    session_track_state_change = 1, sql_mode = CONCAT_WS(',', NULLIF(@@sql_mode, ''), 'STRICT_TRANS_TABLES', \
    'ERROR_FOR_DIVISION_BY_ZERO')
    """
  static let sessionQuestion = """
    SELECT CONCAT_WS(' ', @@sql_mode, @@tx_isolation, @@max_allowed_packet, @@auto_increment_increment, \
    @@lower_case_table_names, @@global.log_bin + 0, @@global.binlog_format = 'ROW', @@wait_timeout, CONNECTION_ID()), \
    CONCAT(@@hostname, '/', @@port, '/', @@datadir, '/', @@server_id, '/', UUID_SHORT() >> 24), CURRENT_ROLE()
    """
  static let grantsQuestion = "SHOW GRANTS"
}
