/// Steps that are not done whole: where the database ends a transaction with each change of its schema, and where a step is meant
/// to be run without one.
extension Migrator {
  /// Runs a step, unless somebody else has.
  ///
  /// - Returns: Nil where it was not this program that ran it.
  func runInParts(_ step: Migration, through last: String?) throws -> Ran? {
    try alone { lock in
      let records = try table.read(governor.blocking) ?? []
      let plan = try plan(records, through: last)
      guard plan.pending.first?.name == step.name else { return nil }
      let record = self.record(step, Instant.now, records)
      let took = try run(record, step.up, isNew: !records.contains { $0.name == step.name }, lock: lock)
      return Ran(record, took, records)
    }
  }

  /// Runs a closure while no other program does.
  func alone<R>(_ body: (NamedLock) throws -> R) throws -> R {
    try governor.blocking.withLock(named: lockName, timeout: timeout, body)
  }

  /// Does the parts of a step, with its row telling which one was begun.
  ///
  /// - Parameters:
  ///   - record: What the row says when it is begun.
  ///   - isNew: True where there is no such row yet.
  ///   - first: The part to begin with.
  func run(
    _ record: MigrationRecord, _ content: Migration.Content, isNew: Bool, from first: Int = 1, lock: NamedLock
  ) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    var record = record
    return try governor.blocking.withConnection { connection in
      try lock.check()
      // This row is what keeps the others away, should the lock be lost.
      if isNew { try insert(record, connection) } else { try table.update(record, connection) }
      do {
        try MigrationRun(content, governor.dialect).all(connection, from: first) { part in
          record.part = part
          try table.update(record, connection)
        }
      } catch {
        if record.state != .undoing { record.state = .failed }
        record.message = (error as? DatabaseError)?.message ?? "\(error)"
        // Where the connection is gone the row says that it is being run, which is as good.
        try? table.update(record, connection)
        return try naming(record.name) { throw error }
      }
      let took = clock.now - start
      if record.state == .undoing {
        try table.delete(record.name, connection)
      } else {
        try note(record, took, isNew: false, connection)
      }
      return took
    }
  }

  private func insert(_ record: MigrationRecord, _ connection: Connection) throws {
    do {
      try table.insert(record, connection)
    } catch let error as DatabaseError where DatabaseError.Kind.constraint(.unique).matches(error.kind) {
      throw DatabaseError(.migration(.halfDone), "the step \(record.name) is being run by another program")
    }
  }
}
