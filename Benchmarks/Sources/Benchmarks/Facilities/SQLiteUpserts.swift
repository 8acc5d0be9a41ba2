import CFloor
import ORDA

/// Rows that are updated where their key is there, and inserted where not, in one transaction on a SQLite file. Each round meets
/// the rows of the half of the keys; the sides run the same statement.
@MainActor
enum SQLiteUpserts {
  private static let sql = """
    INSERT INTO "score" ("id", "name", "score") VALUES (?1, ?2, ?3) \
    ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "score" = excluded."score"
    """

  static func floor(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("floor-upserts")
    let connection = try FloorConnection(path)
    let statement = try connection.prepare(sql)
    let rows = FloorRows.scores(cf_make_scores(data.count))
    return Side(
      before: { try makeHalf(path, data) },
      run: {
        try connection.execute("BEGIN IMMEDIATE")
        try statement.insert(rows)
        try connection.execute("COMMIT")
      },
      checksum: { try checksum(path) })
  }

  static func ours(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("orda-upserts")
    let save = try ORDASide.open(path).prepareUpsert(into: "score", columns: ["id", "name", "score"], key: ["id"])
    let connection = try FloorConnection(try data.emptyDatabase("rows-of-upserts"))
    try connection.prepare(SQLText.insertScores).insert(.scores(cf_make_scores(data.count)))
    let rows = try connection.prepare(SQLText.scores).scores().map {
      Score(id: $0.id, name: String($0.name), score: $0.score)
    }
    return Side(
      before: { try makeHalf(path, data) },
      run: {
        try save.executeMany(rows) { row, parameters in try parameters.bind(row.id, row.name, row.score) }
      },
      checksum: { _ in try checksum(path) })
  }

  /// Every second row, with other values.
  private static func makeHalf(_ path: String, _ data: SQLiteData) throws {
    try FloorConnection(path).execute(
      """
      DELETE FROM score; VACUUM;
      WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 2 FROM n WHERE id + 2 <= \(data.count))
      INSERT INTO score (id, name, score) SELECT id, 'before', 0.5 FROM n;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
  }

  private static func checksum(_ path: String) throws -> UInt64 {
    try FloorConnection(path).prepare(SQLText.scores).scores().checksum
  }
}
