internal import ORDA

/// What a user leaves in a session, and how that is undone.
extension PostgreSQLConnection {
  var isSessionChanged: Bool {
    get { session.isChanged || session.isDoubtful }
    set {
      session.isChanged = newValue
      if !newValue { session.isDoubtful = false }
    }
  }

  var isSessionUnsure: Bool { !session.isChanged }
  var resetsWholeSession: Bool { true }

  /// What `DISCARD ALL` does, without forgetting the statements that ORDA has prepared.
  func reset() throws(DatabaseError) -> Bool {
    try runAlone(
      """
      CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ROLE; RESET ALL; UNLISTEN *;
      SELECT pg_catalog.pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES
      """)
    if session.hasOwnNames { try forgetOwnNames() }
    session = SessionState(isolation: nil)
    forgetSchema()
    return true
  }

  /// Statements that the program has prepared by SQL.
  private func forgetOwnNames() throws(DatabaseError) {
    let names = try texts("SELECT name FROM pg_catalog.pg_prepared_statements WHERE from_sql")
    for name in names.compactMap({ $0.first.flatMap { $0 } }) {
      try runAlone("DEALLOCATE \(dialect.quoted(identifier: name))")
    }
  }
}
