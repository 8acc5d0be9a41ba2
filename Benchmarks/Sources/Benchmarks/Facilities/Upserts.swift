/// Upserts of rows of which half are there, beside the same statement in C.
@MainActor
enum Upserts {
  static func workloads(_ scale: Scale, _ folder: ScratchFolder) throws -> [Workload] {
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
