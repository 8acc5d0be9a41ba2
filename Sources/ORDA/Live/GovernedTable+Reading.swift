internal import Logging

/// How rows are read, for the first time and again.
extension GovernedTable {
  func entry(key: [Value]) throws -> TableEntry? {
    try plan.checkKey()
    try checkCount(of: key)
    // In a transaction the row may have gone or come, unknown to anybody else.
    if transactionScope == nil, let known = known(RowKey(key)) { return known }
    return try find(key).first
  }

  /// The entry of the row with a key, as the database compares keys.
  ///
  /// - Parameters:
  ///   - isWritten: Whether the open transaction wrote the row.
  ///   - isLocked: Whether the transaction holds the row's lock, for example because it inserted the row.
  func find(_ key: [Value], isWritten: Bool = false, isLocked: Bool = false) throws -> [TableEntry] {
    let listening = try listen()
    let start = map.tick()
    let rows = try read(SQL(text: plan.keyCondition), key, locking: isWritten && !isLocked).map(\.values)
    return try entries(of: rows, readAt: start, listening, isWritten: isWritten)
  }

  func select(where condition: SQL?, orderBy order: SQL?, limit: Int?) throws -> TableResult {
    try plan.checkKey()
    let listening = try listen()
    let start = map.tick()
    var sql = SQL(text: plan.selection) + filter(condition)
    if let order { sql += " ORDER BY \(order)" }
    if let limit { sql += " LIMIT \(limit)" }
    owner.changeHub.waitUntilVisible()
    return TableResult(try entries(of: try values(of: sql), readAt: start, listening))
  }

  /// The values of many rows; fetching rows first would copy each value twice.
  func values(of sql: SQL) throws -> [[Value]] {
    var rows: [[Value]] = []
    try owner.forEach(sql) { rows.append($0.values) }
    return rows
  }

  func count(where condition: SQL?) throws -> Int {
    let row = try owner.first(SQL(text: "SELECT COUNT(*) FROM \(plan.table)") + filter(condition))
    return try row?.get(0) ?? 0
  }

  /// `WHERE (…)`; the condition gets lines of its own, since it may end with a comment.
  func filter(_ condition: SQL?) -> SQL {
    guard let condition else { return "" }
    return SQL(text: " WHERE (\n") + condition + SQL(text: "\n)")
  }

  /// The rows for which a condition made by the table itself is true.
  ///
  /// - Parameter isLocking: Whether to lock the rows, as for those that the open transaction has just changed.
  func read(_ condition: SQL, _ values: [Value] = [], locking isLocking: Bool = false) throws -> FetchedRows {
    // The moment of reading was noted before: what is reported meanwhile counts as newer, seen or not.
    owner.changeHub.waitUntilVisible()
    var sql = SQL(text: "\(plan.selection) WHERE ") + condition
    // Otherwise a row that was written without changing its values is seen as it was when the transaction began.
    if isLocking, let scope = transactionScope, locksRows(in: scope) { sql += " FOR UPDATE" }
    return try owner.query(sql, Parameters(values: values)).rows
  }

  /// The entries of keys that the open transaction has locked, in the order of the keys; keys without a row are left
  /// out.
  func entries(of keys: [RowKey]) throws -> [TableEntry] {
    let (found, others) = try entriesByKey(keys)
    let ordered = keys.compactMap { found[$0] }
    // If the given keys are spelled differently from the stored ones, the database's order is as good as any.
    return ordered.count == others.count ? ordered : others
  }

  /// The entries of keys, by the stored keys, and in the order in which the database returned them.
  ///
  /// - Parameter isWritten: True if the open transaction has just written them, or locked them.
  func entriesByKey(
    _ keys: [RowKey], isWritten: Bool = true
  ) throws -> (found: [RowKey: TableEntry], all: [TableEntry]) {
    let listening = try listen()
    var found: [RowKey: TableEntry] = [:]
    var all: [TableEntry] = []
    for chunk in plan.chunks(of: keys) {
      let start = map.tick()
      let rows = try read(try plan.condition(for: chunk), locking: isWritten).map(\.values)
      for (row, entry) in zip(rows, try entries(of: rows, readAt: start, listening, isWritten: isWritten)) {
        found[try plan.key(of: row)] = entry
        all.append(entry)
      }
    }
    return (found, all)
  }

  // MARK: Reading again

  /// Reads an entry's row again, and waits for it.
  ///
  /// - Parameters:
  ///   - moved: The key before and after a statement of this program that has just changed it.
  ///   - isWritten: True if the open transaction has just written it.
  func refresh(
    _ entry: TableEntry, moved: (from: RowKey, to: RowKey)? = nil, isWritten: Bool = false
  ) throws {
    if let scope = transactionScope {
      try readRow(of: entry, at: moved?.to, isWritten: isWritten, in: scope)
      return
    }
    defer { announceSoon() }
    var moved = moved
    for _ in 1...Self.mostReadings {
      let start = map.tick()
      let known = entry.state.withLock { $0.key }
      // A batch may have reported by now what the database made of a new key.
      let key = moved.flatMap { $0.from == known ? $0.to : nil } ?? known
      moved = nil
      let row = try read(SQL(text: plan.keyCondition), key.values).first
      if row == nil {
        // A row that was not found may have another key, which a batch will report.
        if !owner.changeHub.catchUp() { break }
        if key != known { continue }
      }
      // A batch that comes meanwhile is newer than what was known, and may still be older than what was read.
      if try set(row, readAt: start, in: entry, knownBy: known) { return }
    }
    markStale(entry)
  }

  /// How often a row is read again for a waiting caller while others keep writing it; the rest is done later.
  static let mostReadings = 16

  /// Sets what was read; false if a batch came since, so that something newer may be known.
  ///
  /// - Parameter known: The key that the entry had when the reading began.
  @discardableResult
  func set(
    _ row: FetchedRow?, readAt start: Int, in entry: TableEntry, knownBy known: RowKey
  ) throws -> Bool {
    if let values = row?.values {
      // A deleted entry stays deleted: a row that has its key now is another one.
      return take(values, try plan.key(of: values), readAt: start, in: entry, knownBy: known)
        || entry.state.withLock { $0.status == .deleted }
    }
    // A batch begun before the reading may have been applied after it.
    let (isGone, isOlder) = entry.state.withLock {
      ($0.isShared && $0.status != .deleted, $0.version >= start || $0.key != known)
    }
    if isGone, isOlder { return false }
    if isGone { map.news.postpone([map.delete(entry, at: start)], stale: []) }
    return true
  }
}

extension Array {
  /// The elements in pieces of at most `size`.
  func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: Swift.max(size, 1)).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
