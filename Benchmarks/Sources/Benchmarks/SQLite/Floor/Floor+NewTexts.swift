extension Floor {
  static func lookupByNewTexts(_ data: SQLiteData) throws -> Side {
    let connection = try FloorConnection(data.library)
    let texts = NewTexts.lookups(data)
    return Side(run: { try connection.scores(texts) }, checksum: { $0.checksum })
  }

  static func insertByNewTexts(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("floor-new-texts")
    let connection = try FloorConnection(path)
    let texts = NewTexts.inserts(data)
    return Side(
      before: { try data.clear(path) },
      run: {
        try connection.execute("BEGIN IMMEDIATE")
        try connection.run(texts)
        try connection.execute("COMMIT")
      },
      checksum: { try data.checksumOfIntegers(path) })
  }
}
