internal import CPostgreSQL
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
    // The session of the next transaction is another one, and so is the session of this text.
    if settings.poolsTransactions {
      forgetSessionState()
      return true
    }
    try runAlone(
      """
      CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ROLE; RESET ALL; UNLISTEN *;
      SELECT pg_catalog.pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES
      """)
    try checkSettings()
    if session.hasOwnNames { try forgetOwnNames() }
    forgetSessionState()
    forgetSchema()
    return true
  }

  /// The core asks after the reset whether the session was certainly changed, and then logs a warning.
  private func forgetSessionState() { session = SessionState(isChanged: session.isChanged) }

  /// Makes sure that the session has the reported settings that ORDA relies on.
  ///
  /// With `prepare=off` the settings don't come with the login, because poolers refuse those. They are set by SET, which a pooler
  /// repeats in each session that it gives to the connection.
  ///
  /// - Throws: `cannotOpen` if the session keeps other settings: values would be read and written wrongly.
  func checkSettings() throws(DatabaseError) {
    var wrong = wrongSettings()
    if !wrong.isEmpty, !settings.prepares {
      try runAlone(wrong.map { "SET \($0.name) = '\($0.wanted)'" }.joined(separator: ";"))
      wrong = wrongSettings()
    }
    // A pooler that ignores the login's settings ignores all of them. Of those that it would not keep, the server reports one.
    needsTextForms = !settings.prepares || reported("IntervalStyle") != "iso_8601"
    guard let first = wrong.first else { return }
    throw DatabaseError(
      .cannotOpen,
      "\(use.host.label): the session has \(first.name) = '\(first.found)' and not '\(first.wanted)', although ORDA asked for it: "
        + "a pooler ignores settings of the login; \(settings.prepares ? OpeningError.poolerAdvice : "connect without the pooler")"
    )
  }

  private func wrongSettings() -> [(name: String, wanted: String, found: String)] {
    PostgreSQLSettings.reportedSettings.compactMap { name, value in
      guard let found = reported(name) else { return nil }
      // The style of dates is followed by the order of day and month: ISO, MDY.
      let isRight = found == value || (name == "DateStyle" && found.hasPrefix(value))
      return isRight ? nil : (name, value, found)
    }
  }

  private func reported(_ setting: String) -> String? { PQparameterStatus(handle, setting).map { String(cString: $0) } }

  /// Statements that the program has prepared by SQL.
  private func forgetOwnNames() throws(DatabaseError) {
    let names = try texts("SELECT name FROM pg_catalog.pg_prepared_statements WHERE from_sql")
    for name in names.compactMap({ $0.first.flatMap { $0 } }) {
      try runAlone("DEALLOCATE \(dialect.quoted(identifier: name))")
    }
  }
}
