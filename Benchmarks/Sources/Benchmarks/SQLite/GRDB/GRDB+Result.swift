import GRDB

extension GRDBPeer {
  /// All rows, without a type: an array of Row.
  static func result(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: { try pool.read { try Row.fetchAll($0.cachedStatement(sql: SQLText.scores)) } },
      checksum: { rows in
        var sum: UInt64 = 0
        for row in rows { Score(row: row).mix(into: &sum) }
        return sum
      })
  }

  /// One `read` that is awaited on the main actor.
  static func asyncRows(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: { try await pool.read { try Score.fetchAll($0.cachedStatement(sql: SQLText.scores)) } },
      checksum: Score.checksum)
  }
}
