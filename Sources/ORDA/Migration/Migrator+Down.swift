extension Migrator {
  /// Undoes steps, the last one first.
  ///
  /// Repeatable steps stay, and are run again by the next `up(through:progress:)`.
  ///
  /// - Parameters:
  ///   - last: The last step to keep; nil to undo one step.
  ///   - all: True to undo every step; then `last` is nil.
  ///   - progress: Is called before each step, with its name.
  /// - Returns: What was undone.
  /// - Throws: ``DatabaseError`` of kind `migration.irreversible` if one of the steps has nothing that undoes it, and
  ///   then nothing was undone; otherwise like `up(through:progress:)`.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func down(to last: String? = nil, all: Bool = false, progress: (String) -> Void = { _ in }) throws -> [Step] {
    try undo(to: last, all: all, progress)
  }

  /// The same, on a separate thread.
  @discardableResult
  public func down(
    to last: String? = nil, all: Bool = false, progress: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> [Step] {
    try await apart { try undo(to: last, all: all, progress) }
  }

  func undo(to last: String?, all: Bool, _ progress: (String) -> Void) throws -> [Step] {
    try located().undoSteps(to: last, all: all, progress)
  }

  private func undoSteps(to last: String?, all: Bool, _ progress: (String) -> Void) throws -> [Step] {
    var done: [Step] = []
    // Determined once: others may undo steps meanwhile, and those are no reason to undo more.
    for step in try undoable(to: last, all: all, try settled() ?? []) {
      guard let down = step.down else { continue }
      progress(step.name)
      let took =
        if isWhole(step) { try undoWhole(step, down) } else { try undoInParts(step, down) }
      if let took { done.append(Step(name: step.name, duration: took)) }
    }
    return done
  }

  /// The steps to undo, in that order.
  private func undoable(to last: String?, all: Bool, _ records: [MigrationRecord]) throws -> [Migration] {
    try steps.check(records)
    let applied = Set(records.filter { !$0.isRepeatable }.map(\.name))
    var undoing = steps.ordered.filter { applied.contains($0.name) }
    if let last {
      try steps.require(last)
      guard let index = undoing.firstIndex(where: { $0.name == last }) else {
        throw DatabaseError(.misuse, "the step \(last) has not run, so nothing can be undone down to it")
      }
      undoing.removeFirst(index + 1)
    } else if !all {
      undoing = Array(undoing.suffix(1))
    }
    if let step = undoing.last(where: { $0.down == nil }) {
      throw DatabaseError(
        .migration(.irreversible),
        "the step \(step.name) has nothing that undoes it; write \(step.name).down.sql, or its down: in Swift")
    }
    return undoing.reversed()
  }

  private func undoWhole(_ step: Migration, _ down: Migration.Content) throws -> Duration? {
    try whole { transaction in
      guard try isApplied(step, transaction) else { return nil }
      let clock = ContinuousClock()
      let start = clock.now
      try naming(step.name) { try MigrationRun(down, governor.dialect).all(transaction) }
      try table.delete(step.name, transaction)
      return clock.now - start
    }
  }

  private func undoInParts(_ step: Migration, _ down: Migration.Content) throws -> Duration? {
    try alone { lock in
      let records = try table.read(governor.blocking) ?? []
      try steps.check(records)
      guard var record = records.first(where: { $0.name == step.name }) else { return nil }
      (record.state, record.part, record.message) = (.undoing, 0, nil)
      return try run(record, down, isNew: false, lock: lock)
    }
  }

  private func isApplied(_ step: Migration, _ db: some SQLExecutor) throws -> Bool {
    let records = try table.read(db) ?? []
    try steps.check(records)
    return records.contains { $0.name == step.name }
  }
}
