import GRDB

extension GRDBPeer {
  static func insertIntegers(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("grdb-integers")
    let pool = try pool(path)
    let rows = data.swiftIntegers
    return Side(
      before: { try data.clear(path) },
      run: {
        try pool.write { database in
          let statement = try database.cachedStatement(sql: SQLText.insertIntegers)
          for row in rows {
            try statement.execute(arguments: [row.a, row.b, row.c, row.d, row.e, row.f, row.g, row.h, row.i, row.j])
          }
        }
      },
      checksum: { try data.checksumOfIntegers(path) })
  }

  static func insertTexts(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("grdb-texts")
    let pool = try pool(path)
    let rows = data.swiftTexts
    return Side(
      before: { try data.clear(path) },
      run: {
        try pool.write { database in
          let statement = try database.cachedStatement(sql: SQLText.insertTexts)
          for row in rows {
            try statement.execute(arguments: [row.a, row.b, row.c, row.d, row.e])
          }
        }
      },
      checksum: { try data.checksumOfTexts(path) })
  }

  static func insertCodable(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("grdb-codable")
    let pool = try pool(path)
    let rows = data.swiftCodableIntegers
    return Side(
      before: { try data.clear(path) },
      run: {
        try pool.write { database in
          for row in rows { try row.insert(database) }
        }
      },
      checksum: { try data.checksumOfIntegers(path) })
  }
}
