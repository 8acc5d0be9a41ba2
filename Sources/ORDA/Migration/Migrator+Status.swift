extension Migrator {
  /// The status of each step, in order; missing ones come last. Nothing is changed.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func status() throws -> [Status] { try findStatus() }

  /// The same, on a separate thread.
  public func status() async throws -> [Status] { try await apart { try findStatus() } }

  /// What `up(through:progress:)` would run. Nothing is changed.
  ///
  /// - Throws: Like `up(through:progress:)`, if something must be put right first.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func dryRun(through last: String? = nil) throws -> [Planned] { try findPlan(through: last) }

  /// The same, on a separate thread.
  public func dryRun(through last: String? = nil) async throws -> [Planned] {
    try await apart { try findPlan(through: last) }
  }

  func findStatus() throws -> [Status] {
    let records = try table.read(governor.blocking) ?? []
    let known = Dictionary(records.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    func status(_ name: String, _ state: Status.State, _ record: MigrationRecord?) -> Status {
      Status(
        name: name, state: record.map { $0.state == .applied ? state : .halfDone } ?? state, began: record?.began,
        duration: record.map { .milliseconds($0.milliseconds) }, program: record?.program)
    }
    let own = (steps.ordered + steps.repeatable).map { step in
      guard let record = known[step.name] else { return status(step.name, .pending, nil) }
      return status(step.name, record.checksum == steps.checksums[step.name] ? .applied : .changed, record)
    }
    // A repeatable step that is gone is no loss.
    let missing = records.filter { steps.checksums[$0.name] == nil && !$0.isRepeatable }
    return own + missing.map { status($0.name, .missing, $0) }
  }

  func findPlan(through last: String?) throws -> [Planned] {
    try plan(try settled() ?? [], through: last).pending.map { step in
      guard case .script(let script) = step.up else { return Planned(name: step.name) }
      return Planned(name: step.name, statements: try script.parts(in: governor.dialect).map(\.text))
    }
  }
}
