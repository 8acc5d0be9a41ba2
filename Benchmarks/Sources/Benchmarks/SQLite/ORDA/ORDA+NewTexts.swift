import ORDA

extension ORDASide {
  /// Straight from the governor.
  static func lookupByNewTexts(_ data: SQLiteData) throws -> Side {
    let governor = try open(data.library)
    let texts = NewTexts.lookups(data)
    return Side(
      run: {
        var items: [Score] = []
        items.reserveCapacity(texts.count)
        for text in texts.swift {
          guard let item = try governor.first(Score.self, SQL(text: text)) else { continue }
          items.append(item)
        }
        return items
      },
      checksum: Score.checksum)
  }

  /// Without a type: the result knows its columns, too.
  static func resultByNewTexts(_ data: SQLiteData) throws -> Side {
    let governor = try open(data.library)
    let texts = NewTexts.lookups(data)
    return Side(
      run: {
        var items: [Score] = []
        items.reserveCapacity(texts.count)
        for text in texts.swift {
          let result = try governor.query(SQL(text: text))
          guard let row = result.rows.first else { continue }
          items.append(
            Score(
              id: try row.get(0, as: Int64.self), name: try row.get(1, as: String.self),
              score: try row.get(2, as: Double.self)))
        }
        return items
      },
      checksum: Score.checksum)
  }

  static func insertByNewTexts(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("orda-new-texts")
    let governor = try open(path)
    let texts = NewTexts.inserts(data)
    return Side(
      before: { try data.clear(path) },
      run: {
        try governor.transaction { transaction in
          for text in texts.swift { try transaction.execute(SQL(text: text)) }
        }
      },
      checksum: { try data.checksumOfIntegers(path) })
  }
}
