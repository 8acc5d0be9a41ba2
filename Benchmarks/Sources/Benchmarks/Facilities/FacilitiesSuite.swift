extension Suite {
  /// What the core does beyond statements and rows. Each facility has a file with its workloads.
  static let facilities = Suite(
    name: "facilities", summary: "What ORDA does beyond statements and rows: beside C, on SQLite and MariaDB"
  ) { scale, folder in
    // Its data has files of the same names as those of SQLite's suite.
    let work = try OrderedWork.workloads(scale, try ScratchFolder())
    let (sqlite, mariadb) = (try SQLiteData(scale, in: folder), try MariaDBData(scale, on: try MariaDBServer()))
    return try Lists.workloads(scale, sqlite, mariadb) + Upserts.workloads(sqlite, mariadb)
      + Migrations.workloads(sqlite) + work
  }
}
