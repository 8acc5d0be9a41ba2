/// How rows are written: first the database, then, after the commit, the entries.
extension GovernedTable {
  // MARK: One entry

  /// Sets columns of an entry's row by one UPDATE.
  func update(_ entry: TableEntry, _ changes: [(column: Int, value: Value)]) throws {
    guard !changes.isEmpty else { return }
    let columns = changes.map(\.column)
    try checkVersion(columns)
    let isAlone = plan.definition.triggers.isEmpty && !columns.contains(where: plan.key.contains)
    let (key, written) = try change(
      entry, plan.setter(of: columns, counting: version), changes.map(\.value), changesOthers: !isAlone)
    var parts = key.values
    for (place, column) in plan.key.enumerated() {
      if let change = changes.last(where: { $0.column == column }) { parts[place] = change.value }
    }
    let moved = (from: key, to: RowKey(parts))
    if transactionScope != nil { return try refresh(entry, moved: moved, isWritten: true) }
    let isTold = entry.state.withLock { state in
      state.written != written && state.status == .current
        && changes.allSatisfy { state.values[$0.column].isStoredAs($0.value) }
    }
    if isTold { return }
    do {
      try refresh(entry, moved: moved)
    } catch {
      // It is written; only the result is not known yet.
      markStale(entry)
    }
  }

  /// Deletes an entry's row.
  func delete(_ entry: TableEntry) throws {
    let (key, _) = try change(entry, plan.deletion(with: version), [], changesOthers: true)
    let stamp = map.tick()
    if let scope = transactionScope {
      let values = pendingRow(of: entry)?.values ?? entry.state.withLock { $0.values }
      note(PendingEntries.Row(key: key, values: values, isDeleted: true, readAt: stamp), of: entry, in: scope)
      return
    }
    map.news.postpone([map.delete(entry, at: stamp)], stale: [])
    announceSoon()
  }

  /// Runs a statement that changes the row of one entry, and notices if the row is gone.
  ///
  /// - Parameters:
  ///   - values: The values of the statement's parameters before the key's.
  ///   - changesOthers: True if the statement may make the database change other rows.
  /// - Returns: The key that the row had, and when a commit was last heard of before.
  private func change(
    _ entry: TableEntry, _ sql: SQL, _ values: [Value], changesOthers: Bool
  ) throws -> (key: RowKey, written: Int) {
    try checkTask()
    let version = version
    for _ in 1...Self.mostReadings {
      let row = try writableRow(of: entry)
      let seen = version.map { [row.values[$0]] } ?? []
      let parameters = Parameters(values: values + row.key.values + seen)
      do {
        if try run(sql, parameters, changesOthers: changesOthers) != 0 { return (row.key, row.written) }
      } catch let error as DatabaseError {
        if error.kind == .commitUnknown { markStale(entry) }
        throw error
      }
      // Somebody else may have given it another key, or another version.
      if version != nil { try refresh(entry) } else { try? refresh(entry) }
      let now = try writableRow(of: entry)
      if let version, !seen[0].isStoredAs(now.values[version]) { throw changedMeanwhile(entry, column: version) }
      if now.key == row.key { break }
    }
    throw gone(entry)
  }

  private func run(_ sql: SQL, _ parameters: Parameters, changesOthers: Bool) throws -> Int? {
    guard !changesOthers, let scope = transactionScope else { return try owner.execute(sql, parameters).changed }
    // It changes no row but the entry's.
    let before = scope.statements
    defer { scope.statements = before }
    return try owner.execute(sql, parameters).changed
  }

  private func writableRow(
    of entry: TableEntry
  ) throws(DatabaseError) -> (key: RowKey, values: [Value], written: Int) {
    if let row = pendingRow(of: entry) {
      if row.isDeleted { throw gone(entry) }
      return (row.key, row.values, 0)
    }
    let (key, values, written, isDeleted) = entry.state.withLock {
      ($0.key, $0.values, $0.written, $0.status == .deleted)
    }
    if isDeleted { throw gone(entry) }
    return (key, values, written)
  }

  /// Sets a column if its value still is the expected one.
  func set(
    _ entry: TableEntry, _ column: Int, to value: Value, ifStill expected: (any ValueConvertible)?
  ) throws {
    try atomically(on: entry) { scope in
      guard try firmRow(of: entry, in: scope).values[column].isStill(expected) else {
        throw changedMeanwhile(entry, column: column)
      }
      try update(entry, [(column, value)])
    }
  }

  /// Refuses to go on if an entry's row is not what the program has seen, byte by byte.
  func check(_ entry: TableEntry, isStill seen: EntrySnapshot, in scope: LeaseScope) throws {
    let differences = ColumnSet(differencesOf: try firmRow(of: entry, in: scope).values, and: seen.values)
    if let column = differences.columns.first { throw changedMeanwhile(entry, column: column) }
  }

  /// Runs work on an entry in this thread's transaction, or else in a new one.
  func atomically(on entry: TableEntry, _ body: (LeaseScope) throws -> Void) throws {
    if let scope = transactionScope { return try body(scope) }
    try checkTask()
    do {
      try owner.transaction { _ in
        guard let scope = transactionScope else { throw DatabaseError(.misuse, "there is no transaction") }
        try body(scope)
      }
    } catch let error as DatabaseError where DatabaseError.Kind.changedMeanwhile.matches(error.kind) {
      // The entry must not go on showing what is no longer there.
      try? refresh(entry)
      throw error
    }
  }

  func gone(_ entry: TableEntry) -> DatabaseError {
    DatabaseError(
      .noSuchRow, "\(rowName(entry.key)) is gone; it can't be written any more",
      table: plan.definition.name.name)
  }

  func markStale(_ entry: TableEntry) {
    let stamp = map.tick()
    if entry.state.withLock({ $0.becomeStale(at: stamp) }) { map.news.postpone([], stale: [entry]) }
    announceSoon()
  }

  // MARK: Several rows

  func update(set values: Parameters, where condition: SQL?) throws -> TableResult {
    let changes = try columns(of: values, ignoringCase: false)
    guard !changes.isEmpty else { throw DatabaseError(.misuse, "no column is to be set") }
    try checkVersion(changes.map(\.column))
    return try inTransaction {
      let keys = try lockedKeys(where: condition)
      let update = SQL(text: "\(plan.update(changes.map(\.column), counting: version)) WHERE ")
      for chunk in plan.chunks(of: keys) {
        try owner.execute(update + plan.condition(for: chunk), Parameters(values: changes.map(\.value)))
      }
      return TableResult(try entries(of: keys.map { moved($0, by: changes) }))
    }
  }

  func delete(where condition: SQL?) throws -> TableResult {
    try inTransaction {
      let all = try entries(of: try lockedKeys(where: condition))
      let keys = all.map { pendingRow(of: $0)?.key ?? $0.key }
      for chunk in plan.chunks(of: keys) {
        try owner.execute(SQL(text: "DELETE FROM \(plan.table) WHERE ") + plan.condition(for: chunk), .none)
      }
      guard let scope = transactionScope else { return TableResult(all) }
      let stamp = map.tick()
      for (entry, key) in zip(all, keys) {
        let values = pendingRow(of: entry)?.values ?? entry.state.withLock { $0.values }
        note(PendingEntries.Row(key: key, values: values, isDeleted: true, readAt: stamp), of: entry, in: scope)
      }
      return TableResult(all)
    }
  }

  /// The keys of the rows for which a condition is true, and stays true until the transaction ends.
  private func lockedKeys(where condition: SQL?) throws -> [RowKey] {
    let names = plan.key.map { plan.quoted[$0] }.joined(separator: ", ")
    var sql = SQL(text: "SELECT \(names) FROM \(plan.table)") + filter(condition)
    if owner.capabilities.contains(.rowLocks) { sql += " FOR UPDATE" }
    return try owner.query(sql).rows.map { try plan.checked($0.values) }
  }

  private func moved(_ key: RowKey, by changes: [(column: Int, value: Value)]) -> RowKey {
    guard changes.contains(where: { plan.key.contains($0.column) }) else { return key }
    var parts = key.values
    for (place, column) in plan.key.enumerated() {
      if let change = changes.last(where: { $0.column == column }) { parts[place] = change.value }
    }
    return RowKey(parts)
  }

  func inTransaction<R>(_ body: () throws -> R) throws -> R {
    try plan.checkKey()
    try checkTask()
    // A database may need to wait for the transactions that are open before it tells of changes, and so for this one.
    let listening = transactionScope == nil ? try listen() : nil
    defer { withExtendedLifetime(listening) {} }
    return try owner.transaction { _ in try body() }
  }

  // MARK: New rows

  func insert(_ values: Parameters, ignoringCase: Bool) throws -> TableEntry {
    let given = try columns(of: values, ignoringCase: ignoringCase)
    return try inTransaction { try insert(given) }
  }

  func upsert(_ values: Parameters, ignoringCase: Bool) throws -> TableEntry {
    let given = try columns(of: values, ignoringCase: ignoringCase)
    try plan.checkKey()
    let key = try plan.key.map { column in
      if let part = given.last(where: { $0.column == column }) { return part.value }
      throw DatabaseError(
        .misuse, "an upsert needs the whole key: \(plan.names.names[column]) is missing",
        table: plan.definition.name.name, column: plan.names.names[column])
    }
    // Counting the version takes a statement of its own, and a key that the database makes has to be asked for.
    if version == nil, !key.contains(where: \.isNull) { return try inTransaction { try upsert(given, key) } }
    do {
      return try inTransaction { try updateOrInsert(given, key) }
    } catch .constraint(.unique) {
      // Somebody else inserted the row between the two statements; now it can be updated.
      return try inTransaction { try updateOrInsert(given, key) }
    }
  }

  private func upsert(_ given: [(column: Int, value: Value)], _ key: [Value]) throws -> TableEntry {
    let names = given.map { plan.names.names[$0.column] }
    let upsert = Upsert(
      table: plan.definition.name, columns: names, key: plan.key.map { plan.names.names[$0] },
      updating: given.filter { !plan.key.contains($0.column) }.map { plan.names.names[$0.column] })
    let whole = upsert.isPlain(in: plan.definition) ? owner.schemaDialect.upsert(upsert) : nil
    let texts = upsert.texts(names: names, whole: whole, locksRows: owner.capabilities.contains(.rowLocks))
    try owner.execute(SQL(texts), Parameters(values: given.map(\.value)))
    if let entry = try find(key, isWritten: true).first { return entry }
    throw notFound(key)
  }

  private func updateOrInsert(_ given: [(column: Int, value: Value)], _ key: [Value]) throws -> TableEntry {
    let rest = given.filter { !plan.key.contains($0.column) && $0.column != version }
    if rest.isEmpty {
      if let entry = try find(key).first { return entry }
    } else {
      let sql = "\(plan.update(rest.map(\.column), counting: version)) WHERE \(plan.keyCondition)"
      let changed = try owner.execute(SQL(text: sql), Parameters(values: rest.map(\.value) + key)).changed
      if changed != 0, let entry = try find(key, isWritten: true).first { return entry }
    }
    return try insert(given)
  }

  private func insert(_ given: [(column: Int, value: Value)]) throws -> TableEntry {
    let generated = plan.key.first { plan.definition.column(named: plan.names.names[$0])?.isAutoIncrement ?? false }
    var given = given
    // NULL as a key means that the database makes it, also where it refuses NULL.
    given.removeAll { $0.column == generated && $0.value.isNull }
    if let version, !given.contains(where: { $0.column == version }), plan.hasNoDefault(version) {
      given.append((version, 1))
    }
    var columns = given.map { plan.quoted[$0.column] }
    var marks = Array(repeating: "?", count: given.count)
    if given.isEmpty {
      guard let generated else {
        throw DatabaseError(.misuse, "no value is given for \(plan.definition.name.name)")
      }
      columns = [plan.quoted[generated]]
      marks = [owner.dialect.keyToBeMade]
    }
    var text =
      "INSERT INTO \(plan.table) (\(columns.joined(separator: ", "))) VALUES (\(marks.joined(separator: ", ")))"
    let parameters = Parameters(values: given.map(\.value))
    var key: [Value] = plan.key.map { column in given.last { $0.column == column }?.value ?? .null }
    // Ask which key the database made only if it isn't known.
    if key.contains(where: \.isNull), plan.key.count != 1 || generated == nil || owner.dialect.keysNeedReturning,
      owner.capabilities.contains(.returning)
    {
      text += " RETURNING \(plan.key.map { plan.quoted[$0] }.joined(separator: ", "))"
      key = try owner.query(SQL(text: text), parameters).rows.first?.values ?? key
    } else {
      let outcome = try owner.execute(SQL(text: text), parameters)
      if key.count == 1, key[0].isNull, let id = outcome.lastID { key = [.int(id)] }
    }
    // Other transactions can't change the new row yet, and a lock may need more privileges than an insertion.
    if let entry = try find(key, isWritten: true, isLocked: true).first { return entry }
    var error = notFound(key)
    if key.contains(where: \.isNull) {
      error.message = "a row was inserted, and the database does not tell the key that it made; give the key"
      error.code = .noLastIDForInsert
    }
    throw error
  }

  private func notFound(_ key: [Value]) -> DatabaseError {
    DatabaseError(
      .noSuchRow, "\(rowName(RowKey(key))) was written, but is not found by its key: a trigger may have moved it",
      table: plan.definition.name.name)
  }

  /// The columns that values are given for.
  func columns(of values: Parameters, ignoringCase: Bool) throws(DatabaseError) -> [(column: Int, value: Value)] {
    guard case .named(let pairs) = values.storage else {
      if values.isEmpty { return [] }
      throw DatabaseError(.misuse, "values of a row are given by the names of their columns")
    }
    var given: [(column: Int, value: Value)] = []
    for pair in pairs {
      let column = try plan.index(of: pair.name)
      if !ignoringCase, !plan.names.names[column].hasSameBytes(as: pair.name) { throw plan.unknown(pair.name) }
      if given.contains(where: { $0.column == column }) {
        throw DatabaseError(.misuse, "the column \(plan.names.names[column]) is given twice", column: pair.name)
      }
      given.append((column, try pair.value?.value() ?? .null))
    }
    return given
  }
}
