extension Suite {
  /// Upserts of rows of which half are there, beside the same statement in C.
  static let upserts = Suite(
    name: "upserts", summary: "Upserts: ORDA beside the same statement in C, SQLite and MariaDB"
  ) {
    scale, folder in
    let sqlite = try SQLiteData(scale, in: folder)
    let mariadb = try MariaDBData(scale, on: MariaDBServer())
    return [
      Workload(
        "upsert, SQLite", on: sqlite, operations: sqlite.count, target: 1.2, floor: SQLiteUpserts.floor,
        ours: SQLiteUpserts.ours, peers: []),
      Workload(
        "upsert, MariaDB", on: mariadb, operations: mariadb.tracks.count, target: 1.2, kind: .wall, placements: 8,
        floor: MariaDBUpserts.floor, ours: MariaDBUpserts.ours, peers: []),
    ]
  }
}
