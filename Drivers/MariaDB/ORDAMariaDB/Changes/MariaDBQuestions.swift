internal import ORDA

/// What followers ask a server.
typealias MariaDBQuestions = ServerQuestions<MariaDBConnection>

extension MariaDBQuestions {
  convenience init(_ settings: MariaDBSettings) {
    self.init {
      () throws(DatabaseError) in
      try MariaDBConnection.open(settings)
    } settingUp: { (connection) throws(DatabaseError) in
      // Someone who has locked a table must not hold up the followers of others.
      try connection.run("SET lock_wait_timeout = 2")
    }
  }
}
