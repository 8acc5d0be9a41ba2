/// Writing throws what the database reports; the entry, the table and the log have it too.
///
/// In the body of an asynchronous transaction only `tx.update(entry) { }` writes an entry; everything else is `misuse`
/// there, since it would write outside the transaction.
extension TableEntry {
  /// Sets a column: one UPDATE of one column and one row. Blocks until it is written.
  ///
  /// - Throws: ``DatabaseError``: `noSuchColumn`, `noSuchRow` if the row is gone, and what the database reports.
  public func set(_ name: String, to value: (any ValueConvertible)?) throws {
    var draft = EntryDraft(self)
    draft.set(name, to: value)
    try write(draft)
  }

  /// Sets a column if its value still is the expected one. That is compared with what is stored, byte by byte, while
  /// the row is locked.
  ///
  /// ```swift
  /// try seat.set("guest", to: "Nina", ifStill: nil)
  /// ```
  ///
  /// - Throws: ``DatabaseError`` as `set(_:to:)`; of kind `changedMeanwhile` if the value differs: nothing is written,
  ///   and ``DatabaseError/found`` has what is there.
  public func set(
    _ name: String, to value: (any ValueConvertible)?, ifStill expected: (any ValueConvertible)?
  ) throws {
    var draft = EntryDraft(self)
    draft.set(name, to: value)
    try reporting(draft) {
      if let failure = draft.failure { throw failure }
      for change in draft.changes { try home.set(self, change.column, to: change.value, ifStill: expected) }
    }
  }

  /// Sets several columns, in one transaction and by one UPDATE.
  ///
  /// ```swift
  /// try track.update { $0["name"] = "Blue in Green"; $0["plays"] = ($0["plays"] ?? 0) + 1 }
  /// ```
  ///
  /// A column that the draft reads comes from the row, with the lock that a write takes: nothing that others write
  /// meanwhile is lost. Within a transaction the update is part of it.
  ///
  /// - Throws: What the closure throws, and nothing is written; ``DatabaseError`` as `set(_:to:)`.
  public func update(_ body: (inout EntryDraft) throws -> Void) throws { try update(ifStill: nil, body) }

  /// Sets several columns if the row still is what the program has seen. All columns are compared with what is stored,
  /// byte by byte, while the row is locked.
  ///
  /// ```swift
  /// let seen = track.snapshot()
  /// // … somebody edits what was seen …
  /// try track.update(ifStill: seen) { $0["name"] = edited }
  /// ```
  ///
  /// - Throws: What the closure throws, and ``DatabaseError``; of kind `changedMeanwhile` if a column differs: nothing
  ///   is written, and ``DatabaseError/found`` has what is there.
  public func update(ifStill seen: EntrySnapshot, _ body: (inout EntryDraft) throws -> Void) throws {
    try update(ifStill: Optional(seen), body)
  }

  private func update(ifStill seen: EntrySnapshot?, _ body: (inout EntryDraft) throws -> Void) throws {
    var draft = EntryDraft(self)
    // What the closure throws is not reported as a failed write.
    var isOurs = true
    do {
      try home.atomically(on: self) { scope in
        if let seen { try home.check(self, isStill: seen, in: scope) }
        isOurs = false
        try body(&draft)
        isOurs = true
        try apply(draft)
      }
    } catch {
      if isOurs { report(error, of: draft) }
      throw error
    }
    note(nil)
  }

  private func write(_ draft: EntryDraft) throws { try reporting(draft) { try apply(draft) } }

  private func apply(_ draft: EntryDraft) throws {
    if let failure = draft.failure { throw failure }
    try home.update(self, draft.changes)
  }

  private func reporting(_ draft: EntryDraft, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      report(error, of: draft)
      throw error
    }
    note(nil)
  }

  private func report(_ error: any Error, of draft: EntryDraft) {
    home.report(error, of: self, columns: draft.changes.map { home.plan.names.names[$0.column] })
  }

  /// Deletes the row.
  ///
  /// - Throws: ``DatabaseError``; of kind `noSuchRow` if it is gone already.
  public func delete() throws {
    do {
      try home.delete(self)
    } catch {
      home.report(error, of: self, columns: [])
      throw error
    }
  }

  /// Reads the row again, and waits for it. Without this, an entry follows the changes it hears of by itself.
  ///
  /// - Throws: ``DatabaseError``.
  public func refresh() throws { try home.refresh(self) }

  /// The entry of the row that a column's foreign key refers to; nil if the column is NULL, or there is no such row.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if the column has no foreign key.
  public func related(_ name: String) throws -> TableEntry? {
    let definition = home.plan.definition
    let column = home.plan.names.names[try home.plan.index(of: name)]
    // A foreign key of this column alone goes first.
    let references = definition.foreignKeys.filter { $0.columns.containsName(column) }
    guard let reference = references.first(where: { $0.columns.count == 1 }) ?? references.first,
      reference.columns.count == reference.referencedColumns.count
    else {
      throw DatabaseError(.misuse, "\(definition.name.name).\(column) refers to no other table", column: column)
    }
    let values = reference.columns.map { self[$0] as Value }
    if values.contains(where: \.isNull) { return nil }
    let other = try home.owner.table(
      TableName(
        schema: reference.referencedTable.schema ?? definition.name.schema, name: reference.referencedTable.name))
    if other.keyNames == reference.referencedColumns { return try other.entry(key: values) }
    let condition = zip(reference.referencedColumns, values).map { "\(identifier: $0) = \($1)" as SQL }
    return try other.select(where: condition.joined(separator: " AND ")).first
  }
}

/// The same, awaited: each runs on a connection's own thread and blocks no other.
extension TableEntry {
  /// Sets a column: one UPDATE of one column and one row.
  public func set(_ name: String, to value: (any ValueConvertible)?) async throws {
    try await home.owner.leased(.writer) { [self] in try set(name, to: value) }
  }

  /// Sets a column if its value still is the expected one.
  public func set(
    _ name: String, to value: (any ValueConvertible)?, ifStill expected: (any ValueConvertible)?
  ) async throws {
    try await home.owner.leased(.writer) { [self] in try set(name, to: value, ifStill: expected) }
  }

  /// Sets several columns, in one transaction and by one UPDATE.
  ///
  /// - Parameter body: Runs on a connection's own thread.
  public func update(_ body: @escaping @Sendable (inout EntryDraft) throws -> Void) async throws {
    try await home.owner.leased(.writer) { [self] in try update(body) }
  }

  /// Sets several columns if the row still is what the program has seen.
  ///
  /// - Parameters:
  ///   - seen: What the row was when the program looked at it.
  ///   - body: Runs on a connection's own thread.
  public func update(
    ifStill seen: EntrySnapshot, _ body: @escaping @Sendable (inout EntryDraft) throws -> Void
  ) async throws {
    try await home.owner.leased(.writer) { [self] in try update(ifStill: seen, body) }
  }

  /// Deletes the row.
  public func delete() async throws { try await home.owner.leased(.writer) { [self] in try delete() } }

  /// Reads the row again.
  public func refresh() async throws { try await home.owner.leased(.reader) { [self] in try refresh() } }

  /// The entry of the row that a column's foreign key refers to; nil if the column is NULL, or there is no such row.
  public func related(_ name: String) async throws -> TableEntry? {
    try await home.owner.leased(.reader) { [self] in try related(name) }
  }
}
