extension Suite {
  /// The latencies are the last, since they keep this process to one processor.
  static let live = Suite(
    name: "live", summary: "Live tables: ORDA beside C (reading and making: beside Swift), SQLite files in WAL mode"
  ) { scale, folder in
    let data = try LiveData(scale, in: folder)

    typealias Maker = @MainActor (LiveData) throws -> Side
    @MainActor func workload(
      _ name: String, _ target: Double, operations: Int, kind: Cost.Kind = .processor, floor: @escaping Maker,
      ours: @escaping Maker
    ) -> Workload {
      Workload(
        name + Suite.variant, on: data, operations: operations, target: target, kind: kind, floor: floor, ours: ours,
        peers: [])
    }

    let writes = data.keys.count
    let commits = data.commits
    let entries = [
      // Transactions of one UPDATE of one row by its key.
      workload(
        "write, observed", 1.5, operations: writes, floor: Writes.floorTransactions,
        ours: Writes.observedTransactions),
      workload(
        "entry set, observed", 1.5, operations: writes, floor: Writes.floorStatements, ours: Writes.observedSets),
      workload(
        "write, nobody listens", 1.15, operations: writes, floor: Writes.floorTransactions, ours: Writes.transactions),

      // Reading a property.
      workload(
        "read entry[column]", 5, operations: Reads.count(data), floor: Reads.floorValue, ours: Reads.untyped),
      workload("read entry.name", 3, operations: Reads.count(data), floor: Reads.floorText, ours: Reads.typed),

      // As many entries as rows.
      workload("make entries", 3, operations: data.count, floor: Entries.floorStructs, ours: Entries.make),
      workload(
        "bytes an entry, beyond values", 1, operations: 1, kind: .bytes, floor: Entries.floorBytes,
        ours: Entries.bytes),
      workload(
        "entries that nobody holds", 0, operations: 1, kind: .count, floor: Entries.floorLeft, ours: Entries.left),

      // One UPDATE of all rows, each of which has an entry.
      workload(
        "update all, observed", 8, operations: data.count, floor: OneStatement.floor, ours: OneStatement.observed),
      workload("update all, unobserved", 4, operations: data.count, floor: OneStatement.floor, ours: OneStatement.live),
    ]
    let observers = [
      // Milliseconds of one commit, and of all lists: the operations are whole rounds.
      workload(
        "commit, 10,000 observers", 20, operations: 1, kind: .wall, floor: ManyObservers.floorCommit,
        ours: ManyObservers.commit),
      workload(
        "make 10,000 lists", 10, operations: 1, kind: .wall, floor: ManyObservers.floorLists, ours: ManyObservers.lists),
    ]
    // What is told of others' commits is the same, whatever entries are held by.
    if !Suite.variant.isEmpty { return entries }
    return entries + observers + [
      // From the end of somebody else's commit to an observer's call.
      workload(
        "commit of ORDA, heard", 2, operations: commits, kind: .wall,
        floor: { try SQLiteLatency.floor($0, .orda) }, ours: { try SQLiteLatency.ours($0, .orda) }),
      workload(
        "commit of C, heard", 3, operations: commits, kind: .wall,
        floor: { try SQLiteLatency.floor($0, .c) }, ours: { try SQLiteLatency.ours($0, .c) }),
      workload(
        "line to sqlite3 shell, heard", 3, operations: commits, kind: .wall,
        floor: { try SQLiteLatency.floor($0, .shell) }, ours: { try SQLiteLatency.ours($0, .shell) }),
      workload(
        "statement on MariaDB, heard", 5, operations: commits, kind: .wall, floor: MariaDBLatency.floor,
        ours: MariaDBLatency.ours),
    ]
  }
}
