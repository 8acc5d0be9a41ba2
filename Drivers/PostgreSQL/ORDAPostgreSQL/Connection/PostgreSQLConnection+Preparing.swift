internal import CPostgreSQL
internal import ORDA

extension PostgreSQLConnection {
  /// Has the server prepare a text, and describe it, in one round trip.
  ///
  /// - Parameters:
  ///   - types: What the parameters are to be; 0 leaves one to the server, and so does a list that is too short.
  ///   - given: The name; nil for a new name. With `prepare=off` the new name is empty.
  func prepare(
    _ sql: String, types: [UInt32] = [], name given: String? = nil
  ) throws(DatabaseError) -> PreparedText {
    try makeFree()
    let name = given ?? (settings.prepares ? names.next() : "")
    var parameters: [UInt32] = []
    var columns: [ResultColumn] = []
    try pipeline(
      preludes(), sql: sql, count: 2,
      commands: {
        PQsendPrepare(handle, name, sql, Int32(truncatingIfNeeded: types.count), types) == 1
          && PQsendDescribePrepared(handle, name) == 1
      },
      each: { index, result in
        guard index == 1 else { return }
        parameters = PreparedText.parameters(of: result)
        columns = ResultColumn.all(of: result)
      })
    return PreparedText(sql: sql, name: name, types: types, parameters: parameters, columns: try named(columns))
  }

  /// Deallocates forgotten statements, many at a time, in a separate round trip: VACUUM and similar statements fail in a shared
  /// round trip.
  func deallocateForgotten() throws(DatabaseError) {
    let limit = stands ? PreparedNames.deallocatedInTransaction : PreparedNames.deallocated
    guard names.forgotten.count >= limit, !isAborted else { return }
    if names.areDoubtful {
      // Deallocating a statement that the server has forgotten is an error.
      let known = try texts("SELECT name FROM pg_catalog.pg_prepared_statements WHERE NOT from_sql")
      names.found(Set(known.compactMap { $0.first ?? nil }))
    }
    let forgotten = names.takeForgotten()
    if forgotten.isEmpty { return }
    do throws(DatabaseError) {
      try runAlone(forgotten.map { "DEALLOCATE \($0)" }.joined(separator: ";"))
    } catch {
      // A pooler may have given the connection another session, which lacks the names.
      guard error.sqlState == "26000", !stands else { throw error }
    }
  }

  /// Prepares the texts that protect statements of transactions, where the server parses them again and again otherwise.
  func prepareProtection() throws(DatabaseError) {
    guard protection.isWanted, settings.prepares, !isAborted, names.protects() else { return }
    let (setting, forgetting) = (names.next(), names.next())
    try pipeline(
      [], sql: nil, count: 2,
      commands: {
        PQsendPrepare(handle, setting, StatementProtection.setting, 0, nil) == 1
          && PQsendPrepare(handle, forgetting, StatementProtection.forgetting, 0, nil) == 1
      }, each: { _, _ in })
    names.prepared(setting: setting, forgetting: forgetting)
  }

  /// Columns with the names of their types, where the server has them by itself.
  func named(_ columns: [ResultColumn]) throws(DatabaseError) -> [ResultColumn] {
    let strange = columns.filter { $0.isStrange }.map(\.type)
    if strange.isEmpty { return columns }
    try learnTypes(strange)
    return columns.map { column in
      var column = column
      if column.isStrange { column.kind = types.kind(of: column.type) }
      return column
    }
  }

  // MARK: Attempts

  /// Tries something that may fail without harm, and something else if it does: also in a transaction, which would
  /// refuse everything after the first failure.
  func attempt<T>(
    _ body: () throws(DatabaseError) -> T, orElse other: (DatabaseError) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    guard stands, !isAborted else {
      do throws(DatabaseError) { return try body() } catch { return try other(error) }
    }
    let isCovered = protection.isSet || protection.isWanted
    let savepoint = isCovered ? StatementProtection.name : "orda_attempt"
    if !isCovered { try run("SAVEPOINT \(savepoint)") }
    do throws(DatabaseError) {
      let value = try body()
      if !isCovered { try run("RELEASE SAVEPOINT \(savepoint)") }
      return value
    } catch {
      guard stands, isAborted else { return try other(error) }
      guard isCovered ? protection.isSet : true else { throw error }
      locksMayHaveEnded()
      try runAlone("ROLLBACK TO SAVEPOINT \(savepoint)")
      let value = try other(error)
      if !isCovered { try run("RELEASE SAVEPOINT \(savepoint)") }
      return value
    }
  }
}
