import ORDA

extension ORDASide {
  static func lookupInTransaction(_ data: SQLiteData) throws -> Side {
    let governor = try open(data.library)
    let keys = data.keys
    return Side(
      run: {
        try governor.transaction(readOnly: true) { transaction in
          let statement = try transaction.prepare(SQL(text: SQLText.scoreByKey))
          var items: [Score] = []
          items.reserveCapacity(keys.count)
          for key in keys {
            guard let item = try statement.first(Score.self, key) else { continue }
            items.append(item)
          }
          return items
        }
      },
      checksum: Score.checksum)
  }

  /// Straight from the governor, by a kept Statement.
  static func lookupByStatement(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.scoreByKey))
    let keys = data.keys
    return Side(
      run: {
        var items: [Score] = []
        items.reserveCapacity(keys.count)
        for key in keys {
          guard let item = try statement.first(Score.self, key) else { continue }
          items.append(item)
        }
        return items
      },
      checksum: Score.checksum)
  }

  /// Straight from the governor, by SQL text given each time.
  static func lookupByText(_ data: SQLiteData) throws -> Side {
    let governor = try open(data.library)
    let keys = data.keys
    return Side(
      run: {
        var items: [Score] = []
        items.reserveCapacity(keys.count)
        for key in keys {
          guard let item = try governor.first(Score.self, SQL(text: SQLText.scoreByKey), key) else { continue }
          items.append(item)
        }
        return items
      },
      checksum: Score.checksum)
  }
}
