internal import CMariaDB
internal import ORDA

/// What the server reports about changes in the session.
extension MariaDBConnection {
  /// Notes what the server has just reported about the session.
  ///
  /// - Parameter hasPassingValues: True if the reported values of variables may have been temporary.
  @inline(__always)
  func noteSession(status: UInt32, hasPassingValues: Bool = false) {
    if status & UInt32(SERVER_SESSION_STATE_CHANGED) != 0 { sessionWasChanged(hasPassingValues) }
  }

  /// The server uses the same flag to report the transaction that a statement committed.
  private func sessionWasChanged(_ hasPassingValues: Bool) {
    if hasTold(SESSION_TRACK_STATE_CHANGE) {
      isSessionChanged = true
      // Other servers report no values.
      if !isMariaDB { session.isUnsure = true }
    }
    if hasTold(SESSION_TRACK_SCHEMA) {
      isSessionChanged = true
      hasLeftDatabase = true
    }
    forEachToldVariable { name, value in
      if name.elementsEqual("last_gtid".utf8) { return }
      isSessionChanged = true
      if hasPassingValues { session.isUnsure = true } else { session.note(name, value) }
    }
  }

  private func hasTold(_ change: enum_session_state_type) -> Bool {
    var data: UnsafePointer<CChar>?
    var length = 0
    return mysql_session_track_get_first(handle, change, &data, &length) == 0
  }

  /// Lends the name and the new value of each variable in the last answer.
  func forEachToldVariable(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    var data: UnsafePointer<CChar>?
    var length = 0
    var name: UnsafeRawBufferPointer?
    var code = mysql_session_track_get_first(handle, SESSION_TRACK_SYSTEM_VARIABLES, &data, &length)
    while code == 0, let text = data {
      // Names and values alternate.
      let bytes = UnsafeRawBufferPointer(start: text, count: length)
      if let known = name {
        body(known, bytes)
        name = nil
      } else {
        name = bytes
      }
      code = mysql_session_track_get_next(handle, SESSION_TRACK_SYSTEM_VARIABLES, &data, &length)
    }
  }

  /// Asks for what a routine may have changed without the server reporting its value.
  func makeSure() throws(DatabaseError) {
    guard session.isUnsure else { return }
    let variable = isMariaDB ? "@@tx_isolation" : "@@transaction_isolation"
    let answer = try texts("SELECT @@sql_mode, \(variable)").first ?? []
    if let modes = answer.first ?? nil { session.dialect = .mariadb(modes: modes) }
    if let name = answer.last ?? nil, let isolation = Isolation(mariadb: name) { session.isolation = isolation }
    session.isUnsure = false
  }
}
