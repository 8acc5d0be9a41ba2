internal import ORDAThreads

/// How a live result follows the database.
///
/// Three things reach it. Batches, while the writer still holds its connection: it only notes whether rows may have
/// come, gone or moved. Changes of the table's entries, as soon as they have the new values: it notes the columns. And
/// its turn to announce: it passes the work on to the governor's thread for reading again, which reads the rows if it
/// has to and announces everything heard until then as one.
extension LiveResult {
  /// A batch is applied: take nothing but locks here.
  func note(_ batch: ChangeBatch) {
    let mayMove = query.mayMove(batch)
    state.withLock { state in
      // After a failure any news of the tables is a reason to try again.
      if mayMove || state.lastError != nil { state.mustBeRead = true }
    }
  }

  /// Entries of the table changed, and have the new values: take nothing but locks here.
  func hear(_ notices: [EntryNotice]) {
    state.withLock { state in
      for notice in notices {
        if notice.isDeleted || notice.isNew || query.mayMove(notice.columns) { state.mustBeRead = true }
        if !notice.isDeleted, !notice.columns.isEmpty { state.hear(notice.entry, notice.columns) }
      }
    }
  }

  /// Starts the work that follows from what was heard.
  func follow() { if state.withLock({ $0.beginWork() }) { schedule() } }

  /// Submits the work to the governor's thread; ``LiveResultState/beginWork()`` has been called.
  func schedule() { home.owner.liveTables.worker.submit { [weak self] in self?.work() } }

  private func work() {
    do {
      let mustBeRead = state.withLock { $0.takeWork() }
      // Entries first, so that their changes are announced with the list.
      home.map.news.refresher.work(for: home)
      if mustBeRead { try read(everything: false) }
    } catch {
      fail(error)
    }
    tell()
  }

  /// Reads the rows again, now and on this thread.
  ///
  /// - Throws: What the reading throws; ``lastError`` has it too.
  func readAgain() throws {
    defer { tell() }
    do {
      try read(everything: true)
    } catch {
      fail(error)
      throw error
    }
  }

  private func fail(_ error: any Error) {
    if home.map.news.isClosed { return }
    report(error)
    let failure = error as? DatabaseError ?? DatabaseError(.other, "\(error)")
    let triesAgain = state.withLock { $0.fail(failure) }
    guard triesAgain else { return }
    let time = home.owner.timeSource
    _ = time.schedule(at: time.now + .seconds(1)) { [weak self] in self?.tryAgain() }
  }

  private func tryAgain() {
    if state.withLock({ $0.tryAgain() }) { schedule() }
  }

  /// Has the news announced: only what concerns rows in the list.
  private func tell() {
    let (heard, entries) = state.withLock { state in
      state.dropReaders()
      return (state.takeHeard(), state.entries)
    }
    let updates = heard.isEmpty ? heard : heard.of(entries)
    let hasNews = state.withLock { state in
      state.add(updates)
      return state.hasNews
    }
    if hasNews { announceSoon() }
  }

  // MARK: Reading

  /// Reads the rows, and makes them the list unless a newer reading has set one.
  ///
  /// All readings but the first happen on one thread, one after another, so each sees a later state than the one
  /// before. If an observer reads while this one announces entries, the observer's is the newer one.
  ///
  /// - Parameter everything: True to read the values too; false for the keys and the new rows alone.
  func read(everything: Bool) throws {
    let start = home.map.tick()
    // What is reported from here on counts as newer, seen or not.
    home.owner.changeHub.waitUntilVisible()
    let old = state.withLock { LiveList(keys: $0.keys, entries: $0.entries) }
    let list = try everything ? rows(readAt: start) : try list(following: old)
    let isChanged = !old.entries.elementsEqual(list.entries, by: ===)
    let replaced = state.withLock { $0.set(list, isChanged: isChanged, readAt: start) }
    withExtendedLifetime(replaced) {}
  }

  private func rows(readAt start: Int) throws -> LiveList {
    let entries = try home.entries(of: try home.values(of: query.rows), readAt: start, listening)
    return LiveList(keys: entries.map { entry in entry.state.withLock { $0.key } }, entries: entries)
  }

  /// Reads the keys, and finds the entries of those that are in the list: most are where they were.
  private func list(following old: LiveList) throws -> LiveList {
    var keys: [RowKey] = []
    keys.reserveCapacity(old.keys.count + 8)
    let plan = home.plan
    try home.owner.forEach(query.keys) { row in keys.append(try plan.key(fromParts: row)) }

    // Most lists change in a few places only.
    let shorter = min(keys.count, old.keys.count)
    var head = 0
    while head < shorter, keys[head] == old.keys[head], old.entries[head].isLive(at: keys[head]) { head += 1 }
    var tail = 0
    while tail < shorter - head, keys[keys.count - 1 - tail] == old.keys[old.keys.count - 1 - tail],
      old.entries[old.entries.count - 1 - tail].isLive(at: keys[keys.count - 1 - tail])
    { tail += 1 }
    let end = keys.count - tail
    var known: [RowKey: TableEntry] = [:]
    for entry in old.entries[head..<(old.entries.count - tail)] { if let key = entry.liveKey { known[key] = entry } }
    let missing = keys[head..<end].filter { known[$0] == nil }
    if !missing.isEmpty { known.merge(try home.entriesByKey(missing).found) { first, _ in first } }

    var list = LiveList(keys: Array(keys[..<head]), entries: Array(old.entries[..<head]))
    for key in keys[head..<end] {
      // A later commit reports the row that went after its key was read.
      guard let entry = known[key] else { continue }
      list.keys.append(key)
      list.entries.append(entry)
    }
    list.keys += keys[end...]
    list.entries += old.entries[(old.entries.count - tail)...]
    return list
  }
}

extension TableEntry {
  /// The key, if the row is there.
  fileprivate var liveKey: RowKey? { state.withLock { $0.status == .deleted ? nil : $0.key } }

  /// True if the row is there and has this key.
  fileprivate func isLive(at key: RowKey) -> Bool { state.withLock { $0.status != .deleted && $0.key == key } }
}

extension TablePlan {
  /// The key of a row that consists of the key's columns.
  fileprivate func key(fromParts row: borrowing Row) throws -> RowKey {
    if key.count == 1, case .int(let number) = try row[0] { return RowKey(number) }
    return try checked((0..<row.count).map { try row[$0] })
  }
}
