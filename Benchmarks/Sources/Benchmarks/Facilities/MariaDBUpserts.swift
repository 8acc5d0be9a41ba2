import ORDA
import ORDAMariaDB

/// The same on MariaDB: the sides send the same statement, by arrays of parameters.
@MainActor
enum MariaDBUpserts {
  private static func sql(into table: String) -> String {
    """
    INSERT INTO `\(table)` (`id`, `name`, `score`) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE \
    `id` = IF((`id` = VALUES(`id`)) OR (SELECT 1 UNION ALL SELECT 1), `id`, `id`), \
    `name` = VALUES(`name`), `score` = VALUES(`score`)
    """
  }

  static func floor(_ data: MariaDBData) throws -> Side {
    let connection = try MariaDBFloor.Connection(data.server)
    let table = try data.emptyTable("floor_upserts")
    let statement = try connection.prepare(sql(into: table))
    return Side(
      before: { try makeHalf(table, data) },
      run: {
        try connection.execute("START TRANSACTION")
        try statement.insert(data.tracks)
        try connection.execute("COMMIT")
      },
      checksum: { try data.checksum(of: table) })
  }

  static func ours(_ data: MariaDBData) throws -> Side {
    let table = try data.emptyTable("orda_upserts")
    let save = try MariaDBSide.open(data).prepareUpsert(
      into: TableName(name: table), columns: ["id", "name", "score"], key: ["id"])
    let tracks = data.swiftTracks
    return Side(
      before: { try makeHalf(table, data) },
      run: {
        try save.executeMany(tracks) { track, parameters in try parameters.bind(track.id, track.name, track.score) }
      },
      checksum: { _ in try data.checksum(of: table) })
  }

  /// Every second row, with other values.
  private static func makeHalf(_ table: String, _ data: MariaDBData) throws {
    try data.clear(table)
    try MariaDBFloor.Connection(data.server).execute(
      "INSERT INTO \(table) SELECT seq, 'before', 0.5 FROM seq_2_to_\(data.tracks.count)_step_2")
  }
}
