internal import CSQLite
internal import ORDA

/// Restoring what was noted of the session.
extension SQLiteConnection {
  var isSessionChanged: Bool {
    get { session != nil }
    set { if !newValue { keepSession() } }
  }

  /// The connection stays, since a database in memory would go with it. What the set-ups made stays too.
  func reset() throws(DatabaseError) -> Bool {
    try restoreSession()
    return false
  }

  /// Makes SQLite ask ORDA while somebody else holds a lock.
  func installBusyHandler() { busyHandler.install(on: database) }

  /// Keeps the session as it is now: it is undone only if the whole session is.
  func keepSession() {
    guard let session else { return }
    keptSession = keptSession?.followed(by: session) ?? session
    self.session = nil
  }

  /// Restores what was noted: what came later goes, what went comes back, and nothing else changes.
  ///
  /// - Throws: If something is gone that the set-ups have to make again, on another connection. That would take a
  ///   database in memory along, so its connection stays, without what is gone.
  func restoreSession() throws(DatabaseError) {
    guard let before = session else { return }
    restore(before.pragmas)
    let known = temporaries
    drop(known.filter { !before.temporaries.contains($0.name) })
    let isComplete = before.temporaries.isSubset(of: known.map(\.name))
    do throws(DatabaseError) {
      try restore(before.databases)
      if !isComplete { throw DatabaseError(.other, "a temporary object of the set-ups was dropped") }
    } catch {
      guard settings.path == nil else { throw error }
    }
    session = nil
  }

  private func restore(_ pragmas: [(pragma: SessionPragma, value: String)]) {
    for (pragma, value) in pragmas.reversed() {
      if pragma.keepsValue(self.value(of: pragma), before: value) { continue }
      _ = try? rows(of: "PRAGMA \(pragma.text) = \(value)", [])
    }
    if pragmas.contains(where: { $0.pragma.name == "busy_timeout" }) { installBusyHandler() }
  }

  private func restore(_ before: [String: String]) throws(DatabaseError) {
    let now = databases
    for (name, file) in now where before[name] != file && !SQLiteName.equal(name, "temp") {
      try? run("DETACH \(dialect.quoted(identifier: name))")
      changes?.noteDatabases()
    }
    for (name, file) in before where now[name] != file && !SQLiteName.equal(name, "temp") {
      guard !file.isEmpty else { throw DatabaseError(.other, "a database in memory was detached") }
      try attach(file, as: name)
    }
  }

  /// Drops temporary objects, which may depend on each other: some may go with others.
  private func drop(_ objects: [(type: String, name: String)]) {
    if objects.isEmpty { return }
    let enforced = (try? enforcesForeignKeys()) == true
    if enforced { try? run("PRAGMA foreign_keys = OFF") }
    for type in ["trigger", "view", "table"] {
      for object in objects where object.type == type {
        try? run("DROP \(type) IF EXISTS temp.\(dialect.quoted(identifier: object.name))")
      }
    }
    for object in objects where object.type == "index" {
      try? run("DROP INDEX IF EXISTS temp.\(dialect.quoted(identifier: object.name))")
    }
    if enforced { try? run("PRAGMA foreign_keys = ON") }
  }

  /// Attaches a file under a name, opened like the connection's own.
  func attach(_ path: String, as name: String) throws(DatabaseError) {
    switch SQLiteOpenFailure().reason(path: path, mode: mode, code: SQLITE_CANTOPEN) {
    // A pipe would block the thread for good, and SQLite would read the path only up to the NUL.
    case .notAFile, .nulInPath, .isFolder:
      throw SQLiteOpenFailure().error(
        code: SQLITE_CANTOPEN, message: "unable to open database file", path: path, mode: mode)
    default: break
    }
    do throws(DatabaseError) {
      _ = try rows(of: "ATTACH ?1 AS ?2", [.text(path), .text(name)])
      changes?.noteDatabases()
    } catch {
      guard let code = error.vendorCode, SQLiteErrors.isAboutTheFile(error.kind) else { throw error }
      throw SQLiteOpenFailure().error(
        code: Int32(truncatingIfNeeded: code), message: error.message, path: path, mode: mode)
    }
  }
}

extension SQLiteConnection: SessionResettingConnection {
  func resetWholeSession() throws(DatabaseError) {
    keepSession()
    session = keptSession
    keptSession = nil
    try restoreSession()
  }
}
