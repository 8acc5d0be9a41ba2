import Foundation
import ORDA
internal import ORDAThreads

/// The first process: eight tasks on one governor, whose entries are watched.
final class LiveFirstProcess: Sendable {
  private let url: String
  private let seconds: Int
  private let numbers = Numbers(from: 1_000_000)
  private let counts = Lock<[String: Int]>([:])
  private let faults = Lock<[String]>([])
  /// When each task last came to the end of something.
  private let progress = Lock<[Int: ContinuousClock.Instant]>([:])
  /// The entries that are held: of every row one, the newest.
  private let entries = Lock<[Int: Watched]>([:])

  init(url: String, seconds: Int) {
    self.url = url
    self.seconds = seconds
  }

  func run() async throws -> Int32 {
    let writes = WriteCounter()
    let db = try await ORDA.open(url, configuration: writes.configuration)
    guard db.capabilities.contains(.changeEvents) else {
      print("not supported: \(db.driverName) tells of no changes here")
      return 3
    }
    try await onThread { try StressTable.make(on: db) }
    let table = try await db.table(TableName(name: StressTable.name))
    for entry in try await table.select() { hold(entry) }
    let guardian = Task { try await watchProgress() }
    let batches = try await db.changes(of: [table.name])
    let reader = Task { await read(batches) }

    let second = try start()
    try await withThrowingTaskGroup { group in
      let end = ContinuousClock.now + .seconds(seconds)
      for task in 0..<8 {
        group.addTask { [self] in
          while ContinuousClock.now < end { try await step(task, db, table) }
          progress.withLock { $0[task] = nil }
        }
      }
      try await group.waitForAll()
    }
    // From here on the second process alone writes: not one write may come from what is only heard of.
    try await agree(db, table, atLeast: 0.0)
    let before = writes.count
    second.waitUntilExit()
    if second.terminationStatus != 0 { fault("the second process ended with \(second.terminationStatus)") }
    try await agree(db, table, atLeast: 1.0)
    if writes.count != before { fault("\(writes.count - before) writes of what was only heard of") }

    guardian.cancel()
    reader.cancel()
    entries.withLock { $0 = [:] }
    try await onThread { try StressTable.drop(from: db) }
    try await db.close()
    return report(table)
  }

  // MARK: Work

  private func step(_ task: Int, _ db: any Governor, _ table: any Table) async throws {
    let id = Int.random(in: 1...StressTable.rows)
    let kind = Work.allCases.randomElement() ?? .set
    do {
      try await perform(kind, id, db, table)
      counts.withLock { $0[kind.rawValue, default: 0] += 1 }
    } catch  where LiveStress.isExpected(error) {
      let name = (error as? DatabaseError).map { "(\($0.kind))" } ?? kind.rawValue
      counts.withLock { $0[name, default: 0] += 1 }
    }
    progress.withLock { $0[task] = .now }
  }

  enum Work: String, CaseIterable {
    case set, update, statement, delete, insert, find, select, commit, rollback, savepoint, several
  }

  private func perform(_ work: Work, _ id: Int, _ db: any Governor, _ table: any Table) async throws {
    let number = numbers.next()
    switch work {
    case .set: try await held(id)?.set("n", to: number)
    case .update:
      try await held(id)?.update {
        $0["n"] = .int(Int64(number))
        $0["word"] = "updated"
      }
    case .statement: try await db.execute("UPDATE orda_stress SET n = ? WHERE id = ?", number, id)
    case .delete: try await held(id)?.delete()
    case .insert: hold(try await table.insert(["id": id, "n": number, "word": "inserted"]))
    case .find: if let entry = try await table.entry(id) { hold(entry) }
    case .select:
      for entry in try await table.select(where: "id BETWEEN \(id) AND \(id + 9)") { hold(entry) }
    case .commit:
      let entry = held(id)
      try await db.transaction { tx in
        try entry?.set("n", to: number)
        try tx.execute("UPDATE orda_stress SET word = 'committed' WHERE id = ?", id)
        try entry?.set("n", to: number + 1)
      }
    case .rollback:
      let entry = held(id)
      try await db.transaction { tx in
        try entry?.set("n", to: -number)
        try tx.execute("UPDATE orda_stress SET n = n - 2000000000 WHERE id = ?", id % StressTable.rows + 1)
        throw Undone()
      }
    case .savepoint:
      let entry = held(id)
      try await db.transaction { tx in
        do {
          try tx.transaction { _ in
            try entry?.set("n", to: -number)
            throw Undone()
          }
        } catch is Undone {}
        try entry?.set("word", to: "kept")
      }
    case .several:
      for entry in try await table.update(set: ["word": "several"], where: "id BETWEEN \(id) AND \(id + 3)") {
        hold(entry)
      }
    }
  }

  private func held(_ id: Int) -> TableEntry? { entries.withLock { $0[id]?.entry } }

  private func hold(_ entry: TableEntry) {
    guard case .int(let id)? = entry.key.values.first else { return }
    // One that was let go of is let go of outside the lock.
    let old = entries.withLock { entries in
      if entries[Int(id)]?.entry === entry { return nil as Watched? }
      let old = entries[Int(id)]
      entries[Int(id)] = Watched(entry) { [weak self] fault in
        self?.counts.withLock { $0["[notices]", default: 0] += 1 }
        if let fault { self?.fault("announced: \(fault)") }
      }
      return old
    }
    _ = consume old
  }

  // MARK: What is heard

  private func read(_ batches: ChangeBatches) async {
    for await batch in batches {
      counts.withLock { $0["[batches]", default: 0] += 1 }
      for change in batch.rows {
        if case .int(let number)? = change.new("n"), number < 0 { fault("told: \(change.key) became \(number)") }
      }
    }
  }

  /// Waits until every entry is as its row.
  ///
  /// - Parameter atLeast: How many seconds nothing may have changed between two looks.
  private func agree(_ db: any Governor, _ table: any Table, atLeast quiet: Double) async throws {
    var differences: [String] = []
    let end = ContinuousClock.now + .seconds(60)
    repeat {
      try await Task.sleep(for: .seconds(max(quiet, 0.05)))
      differences = try await self.differences(db)
      // The second process may still be at it: it agrees for a moment, at some time.
      if quiet == 0 { return }
    } while !differences.isEmpty && ContinuousClock.now < end
    for difference in differences.prefix(10) { fault(difference) }
  }

  private func differences(_ db: any Governor) async throws -> [String] {
    let stored = try await db.query("SELECT id, n, word FROM orda_stress").rows
    var rows: [Int: [Value]] = [:]
    for row in stored { if case .int(let id)? = row.values.first { rows[Int(id)] = row.values } }
    return entries.withLock { entries in
      var differences: [String] = []
      for (id, watched) in entries {
        let snapshot = watched.entry.snapshot()
        if snapshot.isDeleted { continue }
        guard let row = rows[id] else {
          differences.append("the entry \(id) has no row")
          continue
        }
        if row != snapshot.values { differences.append("the entry \(id) is \(snapshot.values), its row \(row)") }
      }
      return differences
    }
  }

  // MARK: The rest

  private func start() throws -> Process {
    try StressPrograms.start(.live, [url, "\(seconds + 3)", "--second"])
  }

  /// Ends the program where a task hangs.
  private func watchProgress() async throws {
    while true {
      try await Task.sleep(for: .seconds(1))
      let stuck = progress.withLock { $0.filter { ContinuousClock.now - $0.value > .seconds(60) }.keys.sorted() }
      guard !stuck.isEmpty else { continue }
      print("deadlock: the tasks \(stuck) have done nothing for a minute")
      exit(1)
    }
  }

  private func fault(_ text: String) { faults.withLock { $0.append(text) } }

  private func report(_ table: any Table) -> Int32 {
    for (name, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { print("\(name) \(count)") }
    for name in ["[notices]", "[batches]"] where counts.withLock({ $0[name] }) == nil { fault("no \(name) came") }
    if table.liveCount != 0 { fault("\(table.liveCount) entries are held by nobody") }
    let faults = faults.withLock { $0 }
    for fault in faults.prefix(20) { print("WRONG: \(fault)") }
    print(faults.isEmpty ? "all agree" : "\(faults.count) faults")
    return faults.isEmpty ? 0 : 1
  }
}
