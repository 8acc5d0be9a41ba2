extension Suite {
  /// The store of tables and values, on a SQLite file. The latency is the last, since it keeps this process to one processor.
  static let odb = Suite(
    name: "odb", summary: "ODB beside LMDB, C, and what it replaces, on a SQLite file"
  ) { scale, folder in
    let data = try ODBData(scale, in: folder)
    return ODBReads.workloads(data) + ODBWrites.workloads(data) + ODBSizes.workloads(data) + ODBLatency.workloads(data)
  }
}

/// What all workloads of the suite have in common.
@MainActor
enum ODBSuite {
  typealias Maker = @MainActor (ODBData) throws -> Side

  /// The peers, in the order of the table's columns; nil where one can't do the work, or is the floor.
  static func peers(
    lmdb: Maker? = nil, json: Maker? = nil, userDefaults: Maker? = nil, pathTable: Maker? = nil
  ) -> [(name: String, side: Maker?)] {
    [("LMDB", lmdb), ("JSON file", json), ("UserDefaults", userDefaults), ("SQLite by path", pathTable)]
  }
}
