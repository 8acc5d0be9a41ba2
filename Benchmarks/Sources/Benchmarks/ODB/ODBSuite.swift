extension Suite {
  /// The store of tables and values, on a SQLite file.
  static let odb = Suite(
    name: "odb", summary: "ODB beside LMDB, C, and what it replaces, on a SQLite file"
  ) { scale, folder in
    let data = try ODBData(scale, in: folder)
    return ODBReads.workloads(data) + ODBWrites.workloads(data) + ODBSizes.workloads(data)
  }
}
