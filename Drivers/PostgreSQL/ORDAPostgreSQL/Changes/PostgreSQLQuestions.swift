internal import ORDA

/// What followers ask a server.
typealias PostgreSQLQuestions = ServerQuestions<PostgreSQLConnection>

extension PostgreSQLQuestions {
  convenience init(_ settings: PostgreSQLSettings) {
    self.init {
      () throws(DatabaseError) in
      try PostgreSQLConnection.open(settings)
    } settingUp: { (connection) throws(DatabaseError) in
      // How long the server may be silent.
      connection.patience = .seconds(10)
      // Someone who has locked a table must not hold up those who follow others. What is committed here is at once in
      // the log, and with it all that others have committed before.
      try connection.runAlone(
        "SET lock_timeout = '500ms'; SET statement_timeout = '8s'; SET synchronous_commit = local")
    }
  }
}
