internal import CPostgreSQL
internal import ORDA

/// How a described statement is sent, so that its values have the types that its columns have now.
extension PostgreSQLStatement {
  /// How often one execution may find that the statement's tables have changed.
  static let mostDescriptions = 8

  /// Sends the statement with the bound values, by its name if it has one.
  func sendDescribed() throws(DatabaseError) {
    let isNamed = connection.settings.prepares
    // The server may choose other types for these parameters now.
    if !isNamed, prepared?.hasGivenTypes == true { prepared = nil }
    var mayBeStale = prepared != nil
    for _ in 0..<Self.mostDescriptions {
      try makeReady()
      guard let prepared else { throw DatabaseError(.misuse, "the statement was closed") }
      let values = try runningValues()
      encode(values, prepared.parameters)
      if isNamed {
        if try sendNamed(prepared, values) { return }
      } else {
        do throws(DatabaseError) {
          if try sendVerified(prepared) { return }
        } catch {
          // A new preparation may find another key column.
          guard mayBeStale, error.sqlState != nil, try connection.recover() else { throw error }
          self.prepared = nil
        }
        mayBeStale = false
      }
    }
    throw Self.changingTables(sql)
  }

  static func changingTables(_ sql: String) -> DatabaseError {
    DatabaseError(
      .serialization,
      "the tables of the statement changed each of \(mostDescriptions) times it was prepared; run it again",
      sql: sql)
  }

  // MARK: With a name

  /// Sends a statement by its name.
  ///
  /// - Returns: False if its tables have changed. Then it has not run, and is forgotten.
  private func sendNamed(_ prepared: PreparedText, _ values: [BoundValue]) throws(DatabaseError) -> Bool {
    var typeGuard: String?
    if prepared.runs > 0, !(connection.stands && prepared.verified == connection.lockEpoch),
      request.keyword.takesLimit, !prepared.keepsMeaning(of: values)
    {
      if case .unknown = prepared.typeGuard {
        guard let found = try connection.typeGuard(of: prepared) else {
          forget()
          return false
        }
        prepared.typeGuard = found
      }
      switch prepared.typeGuard {
      case .unknown, .unneeded: break
      case .unavailable: return try sendVerified(prepared)
      case .named(let name): typeGuard = name
      }
    }
    guard try send(typeGuard: typeGuard, { execute(prepared) }) else {
      forget()
      guard try connection.recover() else {
        throw DatabaseError(
          .serialization, "a table of the statement was changed during the transaction; run the transaction again",
          sql: sql)
      }
      return false
    }
    if typeGuard != nil { prepared.verified = connection.lockEpoch }
    prepared.runs &+= 1
    return true
  }

  // MARK: Without a name

  /// Has the server describe the statement, and runs it in the same round trip if the description is as expected.
  ///
  /// - Returns: False if it is not. Then the statement has not run, and has the new description.
  private func sendVerified(_ expected: PreparedText) throws(DatabaseError) -> Bool {
    var preludes = connection.preludes()
    let commitQuery = connection.commitQuery(behind: request)
    hasCompany = !preludes.isEmpty || commitQuery != nil
    if !expected.isBinary, connection.needsTextForms { preludes.append(PostgreSQLSettings.textForms) }
    do throws(DatabaseError) {
      if let fresh = try connection.beginPipeline(preludes, verifying: expected) {
        connection.forgetAnnouncement()
        use(fresh)
        return false
      }
    } catch {
      connection.forgetAnnouncement()
      throw error
    }
    guard execute(expected), commitQuery.map({ connection.sendAlong($0) }) ?? true,
      PQpipelineSync(connection.handle) == 1
    else { throw connection.lost() }
    isPipelined = true
    connection.reading = self
    _ = orda_pq_stream_rows(connection.handle)
    phase = .reading
    return true
  }

  /// Continues with another description of the statement.
  func use(_ fresh: PreparedText) {
    forget()
    // A statement with a name has to be prepared again.
    if connection.settings.prepares { return }
    prepared = fresh
    note(fresh.columns, isBinary: fresh.isBinary)
  }
}

extension DatabaseError {
  /// Whether a type guard that fails so says that its tables have changed, or that the account may no longer read them.
  var isFromTypeGuard: Bool {
    guard let state = sqlState else { return false }
    return ["0A", "26", "42", "3F", "XX"].contains(state.prefix(2))
  }

  /// Whether a prepared statement may fail so because its columns have other types than when it was prepared.
  var mayComeFromOldTypes: Bool {
    switch sqlState {
    case "0A000", "42804", "42883", "22P02", "22003": true
    // The server's plan refers to a function or a type that was dropped.
    case "XX000": true
    default: false
    }
  }
}
