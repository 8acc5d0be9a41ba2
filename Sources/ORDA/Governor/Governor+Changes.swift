extension Governor {
  /// The changes of some tables, or of all if none are named, as an asynchronous sequence: after each commit, in the
  /// order of the commits.
  ///
  /// ```swift
  /// for await batch in try db.changes(of: "track", "genre") { … }
  /// ```
  ///
  /// ``changeCoverage`` says whose changes these are, and how exactly they are known.
  ///
  /// - Throws: ``DatabaseError`` of kind `unsupported` if the driver can't report changes, `misuse` for a closed
  ///   governor, and errors of the driver when it begins to follow the tables.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func changes(of tables: TableName...) throws -> ChangeBatches { try changes(of: tables) }

  /// Calls a closure after each commit that changed one of some tables, or any if none are named, until the returned
  /// object is released or cancelled.
  ///
  /// ```swift
  /// let observation = try db.observeChanges(of: "track") { batch in print(batch.rows.count) }
  /// ```
  ///
  /// Calls come in the order of the commits, one after another, on the thread that wrote, once it has returned its
  /// connection, or on a thread of the governor's own for what others wrote. The closure may use the governor; what it
  /// commits is reported after it has returned. While it runs no other observer of the same moment is called, so it
  /// should be quick. If it falls far behind it is called with one batch that says that all of its tables may have
  /// changed.
  ///
  /// - Parameters:
  ///   - tables: The tables; none for all.
  ///   - when: Whether calls that write wait for it.
  ///   - mark: The mark of transactions that it should not hear of, such as those of the observer's own part of the
  ///     program: a database that knows the mark then need not record their rows.
  ///   - observer: The closure.
  /// - Throws: ``DatabaseError`` like ``changes(of:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func observeChanges(
    of tables: TableName..., when: ChangeObservation.Moment = .soon, ignoring mark: ChangeMark? = nil,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation { try observeChanges(of: tables, when: when, ignoring: mark, observer: observer) }

  /// Calls a closure after each commit that changed one of some tables, or any if the list is empty, as soon as
  /// possible.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func observeChanges(
    of tables: [TableName], when: ChangeObservation.Moment = .soon, observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation { try observeChanges(of: tables, when: when, ignoring: nil, observer: observer) }

  /// Returns once everything that anybody committed before has been reported: observers have been called with it, and
  /// it waits in the buffers of readers of ``changes(of:)``.
  ///
  /// ``changeCoverage`` says whose commits these are. If nobody listens there is nothing to wait for.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` in an observer, and in a closure that holds one of the governor's
  ///   connections; `unsupported` if the driver can't report changes; `timeout` after ten seconds, for example if an
  ///   observer does not return, or the server does not say what was committed.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func catchUp() throws { try catchUp(within: .seconds(10)) }

  /// Nobody's changes are reported.
  public var changeCoverage: ChangeCoverage {
    ChangeCoverage(reach: .none, means: "", limitation: ChangeHub.missing(driverName))
  }

  /// Nobody's changes are reported.
  public func findChangeCoverage() -> ChangeCoverage { changeCoverage }

  /// The driver can't report changes.
  public func changes(of tables: [TableName]) throws -> ChangeBatches {
    throw DatabaseError(.unsupported, ChangeHub.missing(driverName))
  }

  /// The driver can't report changes.
  public func observeChanges(
    of tables: [TableName], when: ChangeObservation.Moment, ignoring mark: ChangeMark?,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation {
    throw DatabaseError(.unsupported, ChangeHub.missing(driverName))
  }

  /// The driver can't report changes.
  public func catchUp(within limit: Duration) throws {
    throw DatabaseError(.unsupported, ChangeHub.missing(driverName))
  }
}

extension ConnectionGovernor {
  /// Whose changes are reported, by what means, and why not more.
  public var changeCoverage: ChangeCoverage { changeHub.coverage }

  /// The same; if that is not known, the database is asked.
  public func findChangeCoverage() -> ChangeCoverage { changeHub.findCoverage() }

  /// The changes of some tables, or of all if the list is empty.
  public func changes(of tables: [TableName]) throws -> ChangeBatches {
    ChangeBatches(Listening(try changeHub.listen(to: tables, .reads), at: changeHub))
  }

  /// Calls a closure after each commit that changed one of some tables, or any if the list is empty.
  public func observeChanges(
    of tables: [TableName], when: ChangeObservation.Moment, ignoring mark: ChangeMark?,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation {
    let role: ChangeListener.Role = when == .soon ? .announces(observer) : .answers(observer)
    return ChangeObservation(Listening(try changeHub.listen(to: tables, role, ignoring: mark), at: changeHub))
  }

  /// Returns once everything that anybody committed before has been reported.
  public func catchUp(within limit: Duration) throws {
    if ThreadScopes.current(of: self) != nil {
      throw DatabaseError(
        .misuse, "catchUp in a closure that holds a connection would wait for what is told when that is given back")
    }
    try changeHub.catchUp(within: limit)
  }
}
