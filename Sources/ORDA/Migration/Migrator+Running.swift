internal import ORDAThreads

extension Migrator {
  /// Runs the steps that have not run, in order, and then the repeatable ones whose text has changed.
  ///
  /// - Parameters:
  ///   - last: The last step to be run; nil for all of them, and the repeatable ones.
  ///   - progress: Is called before each step, with its name.
  /// - Returns: What was run. With other programs at work at the same time, what this one did.
  /// - Throws: ``DatabaseError`` of kind `migration` where something has to be put right first; `timeout` or `busy` where another
  ///   program is not done in time; and what a step throws, with its name. Steps before that one have run.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func up(through last: String? = nil, progress: (String) -> Void = { _ in }) throws -> [Step] {
    try run(through: last, progress)
  }

  /// The same, on a thread of its own. Cancelling the task ends the wait for it, and not the steps.
  @discardableResult
  public func up(
    through last: String? = nil, progress: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> [Step] {
    try await apart { try run(through: last, progress) }
  }

  func run(through last: String?, _ progress: (String) -> Void) throws -> [Step] {
    let known = try settled()
    if known == nil {
      try oneByOne { try governor.blocking.create(table.definition(in: governor.schemaDialect), ifMissing: true) }
    }
    if try plan(known ?? [], through: last).pending.isEmpty { return [] }
    return try located().run(through: last, known ?? [], progress)
  }

  /// The same migrator with its table's schema: a step may change the schemas in which the database looks for names.
  func located() throws -> Migrator {
    var migrator = self
    if let description = try governor.blocking.describe(table.name) {
      migrator.table = MigrationTable(name: description.name)
    }
    return migrator
  }

  private func run(
    through last: String?, _ records: [MigrationRecord], _ progress: (String) -> Void
  ) throws -> [Step] {
    var known: [MigrationRecord]? = records
    var plan = try plan(records, through: last)
    var done: [Step] = []
    while let step = plan.pending.first {
      progress(step.name)
      if let ran = isWhole(step) ? try runWhole(step, through: last) : try runInParts(step, through: last) {
        done.append(Step(name: step.name, duration: ran.took))
        // The next step reads again what is remembered, once it keeps others out.
        known = ran.records
      } else {
        known = try settled()
      }
      plan = try self.plan(known ?? [], through: last)
    }
    return done
  }

  /// What a step that was run has left.
  struct Ran {
    var took: Duration
    /// What the database remembers by now.
    var records: [MigrationRecord]

    init(_ record: MigrationRecord, _ took: Duration, _ records: [MigrationRecord]) {
      self.took = took
      var record = record
      record.state = .applied
      self.records = records.filter { $0.name != record.name } + [record]
    }
  }

  /// What the database remembers, when no other program is in the middle of a step; nil where it has no table for it.
  func settled() throws -> [MigrationRecord]? {
    let records = try table.read(governor.blocking)
    guard let records, records.contains(where: { $0.state != .applied }) else { return records }
    // Who runs a step has the lock: with it in our hands, a step that is not done is nobody's.
    return try alone { _ in try table.read(governor.blocking) }
  }

  /// True of a step that is done whole, or not at all.
  func isWhole(_ step: Migration) -> Bool {
    step.isTransactional && governor.capabilities.contains(.transactionalDDL)
  }

  func plan(_ records: [MigrationRecord], through last: String?) throws(DatabaseError) -> MigrationPlan {
    try MigrationPlan(steps, records, through: last, allowsGaps: allowsGaps)
  }

  // MARK: In a transaction

  /// Runs a step, unless somebody else has.
  ///
  /// - Returns: Nil where it was not this program that ran it.
  private func runWhole(_ step: Migration, through last: String?) throws -> Ran? {
    try whole { transaction in
      let records = try table.read(transaction) ?? []
      // Somebody has begun a step meanwhile that is no transaction.
      if records.contains(where: { $0.state != .applied }) { return nil }
      guard try plan(records, through: last).pending.first?.name == step.name else { return nil }
      let clock = ContinuousClock()
      let (began, start) = (Instant.now, clock.now)
      try naming(step.name) { try MigrationRun(step.up, governor.dialect).all(transaction) }
      let took = clock.now - start
      let record = self.record(step, began, records)
      try note(record, took, isNew: !records.contains { $0.name == step.name }, transaction)
      return Ran(record, took, records)
    }
  }

  /// Runs a closure in a transaction that keeps other writers out, and in which rows may refer to what comes later.
  func whole<R>(_ body: (Transaction) throws -> R) throws -> R { try oneByOne { try wholeAlone(body) } }

  /// Runs a closure while no other program does, where a transaction alone does not keep the others out.
  private func oneByOne<R>(_ body: () throws -> R) throws -> R {
    governor.capabilities.isSuperset(of: [.rowLocks, .transactionalDDL]) ? try alone { _ in try body() } : try body()
  }

  private func wholeAlone<R>(_ body: (Transaction) throws -> R) throws -> R {
    let end = governor.timeSource.now + timeout
    while true {
      var hasBegun = false
      do {
        return try governor.blocking.withConnection { connection in
          try connection.withoutForeignKeys { transaction in
            hasBegun = true
            return try body(transaction)
          }
        }
      } catch let error as DatabaseError
        where !hasBegun && DatabaseError.Kind.busy.matches(error.kind) && governor.timeSource.now < end
      {
        // Somebody else is at it, who may take longer than a statement waits.
        governor.timeSource.sleep(.milliseconds(10))
      }
    }
  }

  /// Remembers a step that has run.
  func note(_ record: MigrationRecord, _ took: Duration, isNew: Bool, _ db: some SQLExecutor) throws {
    var record = record
    (record.state, record.part, record.message) = (.applied, 0, nil)
    record.milliseconds = took.milliseconds
    if isNew { try table.insert(record, db) } else { try table.update(record, db) }
  }

  /// What is remembered of a step that is begun behind those that are remembered already.
  func record(_ step: Migration, _ began: Instant, _ records: [MigrationRecord]) -> MigrationRecord {
    MigrationRecord(
      name: step.name, place: (records.map(\.place).max() ?? 0) + 1, checksum: steps.checksums[step.name] ?? "",
      isRepeatable: step.isRepeatable, state: .running, began: began, milliseconds: 0, program: program)
  }

  /// Puts a step's name into what it throws.
  func naming<R>(_ step: String, _ body: () throws -> R) throws -> R {
    do { return try body() } catch var error as DatabaseError {
      error.message = "the step \(step): \(error.message)"
      throw error
    }
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int {
    Int(clamping: components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
