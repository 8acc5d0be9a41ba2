extension Floor {
  static func lookupInTransaction(_ data: SQLiteData) throws -> Side {
    let connection = try FloorConnection(data.library)
    let statement = try connection.prepare(SQLText.scoreByKey)
    return Side(
      run: {
        try connection.execute("BEGIN")
        let rows = try statement.scores(data.keys)
        try connection.execute("COMMIT")
        return rows
      },
      checksum: { $0.checksum })
  }

  /// Each lookup is a transaction of its own.
  static func lookup(_ data: SQLiteData) throws -> Side {
    let statement = try FloorConnection(data.library).prepare(SQLText.scoreByKey)
    return Side(run: { try statement.scores(data.keys) }, checksum: { $0.checksum })
  }
}
