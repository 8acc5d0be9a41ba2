import GRDB

extension GRDBPeer {
  /// One `read` a lookup.
  static func lookupByNewTexts(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    let texts = NewTexts.lookups(data)
    return Side(
      run: {
        var items: [Score] = []
        items.reserveCapacity(texts.count)
        for text in texts.swift {
          guard let item = try pool.read({ try Score.fetchOne($0, sql: text) }) else { continue }
          items.append(item)
        }
        return items
      },
      checksum: Score.checksum)
  }

  static func insertByNewTexts(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("grdb-new-texts")
    let pool = try pool(path)
    let texts = NewTexts.inserts(data)
    return Side(
      before: { try data.clear(path) },
      run: {
        try pool.write { database in
          for text in texts.swift { try database.execute(sql: text) }
        }
      },
      checksum: { try data.checksumOfIntegers(path) })
  }
}
