extension Floor {
  static func insertIntegers(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("floor-integers")
    let connection = try FloorConnection(path)
    let statement = try connection.prepare(SQLText.insertIntegers)
    return Side(
      before: { try data.clear(path) },
      run: {
        try connection.execute("BEGIN IMMEDIATE")
        try statement.insert(data.integers)
        try connection.execute("COMMIT")
      },
      checksum: { try data.checksumOfIntegers(path) })
  }

  static func insertTexts(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("floor-texts")
    let connection = try FloorConnection(path)
    let statement = try connection.prepare(SQLText.insertTexts)
    return Side(
      before: { try data.clear(path) },
      run: {
        try connection.execute("BEGIN IMMEDIATE")
        try statement.insert(data.texts)
        try connection.execute("COMMIT")
      },
      checksum: { try data.checksumOfTexts(path) })
  }
}
