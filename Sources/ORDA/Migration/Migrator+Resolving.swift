extension Migrator {
  /// What somebody has found out about a step by looking at the database.
  public enum Resolution: Sendable, Hashable {
    /// All of it is there, as the current steps have it.
    case applied
    /// Nothing of it is there, or it is no longer a step: it is forgotten, and runs again if it is among the steps.
    case forgotten
    /// Everything before a statement is there, and nothing from that one on: the step continues with it, at once.
    case from(statement: Int)
  }

  /// States the condition of a step that was not finished, has changed since it ran, or is gone.
  ///
  /// - Parameters:
  ///   - name: The step.
  ///   - resolution: What was found out.
  /// - Throws: ``DatabaseError`` of kind `migration.missing` if the database remembers no such step
  ///   (`baseline(through:)` marks steps that never ran as applied); `misuse` for a statement that the step does not
  ///   have; and what running the rest throws.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func resolve(_ name: String, as resolution: Resolution) throws { try settle(name, resolution) }

  /// The same, on a separate thread.
  public func resolve(_ name: String, as resolution: Resolution) async throws {
    try await apart { try settle(name, resolution) }
  }

  func settle(_ name: String, _ resolution: Resolution) throws {
    try alone { lock in
      guard var record = try table.read(governor.blocking)?.first(where: { $0.name == name }) else {
        throw DatabaseError(.migration(.missing), "the database remembers no step \(name)")
      }
      switch resolution {
      case .applied:
        try steps.require(name)
        (record.state, record.part, record.message) = (.applied, 0, nil)
        record.checksum = steps.checksums[name] ?? record.checksum
        try table.update(record, governor.blocking)
      case .forgotten:
        try table.delete(name, governor.blocking)
      case .from(let statement):
        let step = try steps.require(name)
        guard record.state != .applied, let content = step.content(of: record), case .script(let script) = content,
          (1...max(1, try script.parts(in: governor.dialect).count)).contains(statement)
        else {
          throw DatabaseError(.misuse, "the step \(name) can't go on from statement \(statement)")
        }
        if record.state != .undoing { record.state = .running }
        (record.part, record.message, record.checksum) = (0, nil, steps.checksums[name] ?? record.checksum)
        _ = try run(record, content, isNew: false, from: statement, lock: lock)
      }
    }
  }

  /// Marks steps as applied without running them: for a database that existed before its migrations.
  ///
  /// - Parameter last: The last step that the database already has.
  /// - Throws: ``DatabaseError`` of kind `misuse` if the database already remembers steps; `migration.missing` for a
  ///   step that does not exist.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func baseline(through last: String) throws { try begin(through: last) }

  /// The same, on a separate thread.
  public func baseline(through last: String) async throws { try await apart { try begin(through: last) } }

  func begin(through last: String) throws {
    try steps.require(last)
    let definition = table.definition(in: governor.schemaDialect)
    try governor.blocking.create(definition, ifMissing: true)
    try governor.blocking.transaction { transaction in
      guard try table.read(transaction)?.isEmpty ?? true else {
        throw DatabaseError(.misuse, "this database remembers steps already; a baseline is for one that does not")
      }
      var records: [MigrationRecord] = []
      for step in steps.ordered {
        records.append(record(step, .now, records))
        try note(records[records.count - 1], .zero, isNew: true, transaction)
        if step.name == last { break }
      }
    }
  }
}
