/// Upserts of rows of which half are there, beside the same statement in C.
@MainActor
enum Upserts {
  static func workloads(_ sqlite: SQLiteData, _ mariadb: MariaDBData) -> [Workload] {
    [
      Workload(
        "upsert, SQLite", on: sqlite, operations: sqlite.count, target: 1.2, floor: SQLiteUpserts.floor,
        ours: SQLiteUpserts.ours, peers: []),
      Workload(
        "upsert, MariaDB", on: mariadb, operations: mariadb.tracks.count, target: 1.2, kind: .wall, placements: 8,
        floor: MariaDBUpserts.floor, ours: MariaDBUpserts.ours, peers: []),
    ]
  }
}
