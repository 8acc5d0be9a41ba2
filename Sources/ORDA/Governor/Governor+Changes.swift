extension Governor {
  /// The changes of some tables, or of all where none are named, as an asynchronous sequence: after each commit, in the
  /// order of the commits.
  ///
  /// ```swift
  /// for await batch in try db.changes(of: "track", "genre") { … }
  /// ```
  ///
  /// ``changeCoverage`` tells whose changes these are, and how exactly they are known.
  ///
  /// - Throws: ``DatabaseError`` of kind `unsupported` where the driver can't tell of changes, `misuse` for a governor
  ///   that was closed, and what the driver meets when it begins to follow the tables.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func changes(of tables: TableName...) throws -> ChangeBatches { try changes(of: tables) }

  /// Calls a closure after each commit that changed one of some tables, or any where none are named, until the object
  /// that is returned goes or is cancelled.
  ///
  /// ```swift
  /// let observation = try db.observeChanges(of: "track") { batch in print(batch.rows.count) }
  /// ```
  ///
  /// It is called in the order of the commits, one call after the other, by the thread that wrote, once it has given its
  /// connection back, or by a thread of the governor's own for what others wrote. It may use the governor; what it
  /// commits is told after it has returned. While it runs nobody else is called, so it should be short. Where it falls
  /// far behind it is called with one batch that says that all of its tables may have changed.
  ///
  /// - Throws: ``DatabaseError`` as ``changes(of:)`` does.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func observeChanges(
    of tables: TableName..., observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation { try observeChanges(of: tables, observer) }

  /// Nobody's changes are heard of.
  public var changeCoverage: ChangeCoverage {
    ChangeCoverage(reach: .none, means: "", limitation: ChangeHub.missing(driverName))
  }

  /// Nobody's changes are heard of.
  public func findChangeCoverage() -> ChangeCoverage { changeCoverage }

  /// The driver can't tell of changes.
  public func changes(of tables: [TableName]) throws -> ChangeBatches {
    throw DatabaseError(.unsupported, ChangeHub.missing(driverName))
  }

  /// The driver can't tell of changes.
  public func observeChanges(
    of tables: [TableName], _ observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation {
    throw DatabaseError(.unsupported, ChangeHub.missing(driverName))
  }
}

extension ConnectionGovernor {
  /// Whose changes are heard of, by what means, and why not more.
  public var changeCoverage: ChangeCoverage { changeHub.coverage }

  /// The same, asked of the database where that is not known.
  public func findChangeCoverage() -> ChangeCoverage { changeHub.findCoverage() }

  /// The changes of some tables, or of all where there is no name in the list.
  public func changes(of tables: [TableName]) throws -> ChangeBatches {
    ChangeBatches(Listening(try changeHub.listen(to: tables, .reads), at: changeHub))
  }

  /// Calls a closure after each commit that changed one of some tables, or any where there is no name in the list.
  public func observeChanges(
    of tables: [TableName], _ observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation {
    ChangeObservation(Listening(try changeHub.listen(to: tables, .announces(observer)), at: changeHub))
  }
}
