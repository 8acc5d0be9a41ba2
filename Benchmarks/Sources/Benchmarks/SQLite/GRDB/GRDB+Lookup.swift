import GRDB

extension GRDBPeer {
  static func lookupInTransaction(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    let keys = data.keys
    return Side(
      run: {
        try pool.read { database in
          let statement = try database.cachedStatement(sql: SQLText.scoreByKey)
          var items: [Score] = []
          items.reserveCapacity(keys.count)
          for key in keys {
            guard let item = try Score.fetchOne(statement, arguments: [key]) else { continue }
            items.append(item)
          }
          return items
        }
      },
      checksum: Score.checksum)
  }

  /// One `read` a lookup, which finds the statement prepared.
  static func lookup(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    let keys = data.keys
    return Side(
      run: {
        var items: [Score] = []
        items.reserveCapacity(keys.count)
        for key in keys {
          let found = try pool.read { database in
            try Score.fetchOne(database.cachedStatement(sql: SQLText.scoreByKey), arguments: [key])
          }
          guard let found else { continue }
          items.append(found)
        }
        return items
      },
      checksum: Score.checksum)
  }
}
