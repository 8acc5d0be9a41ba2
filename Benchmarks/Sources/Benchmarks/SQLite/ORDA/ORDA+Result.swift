import ORDA

extension ORDASide {
  /// All rows, without a type: a StatementResult.
  static func result(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.scores))
    return Side(
      run: { try statement.query() },
      checksum: { (result: any StatementResult) in
        var sum: UInt64 = 0
        for row in result.rows { try row.decode(Score.self).mix(into: &sum) }
        return sum
      })
  }

  /// Rows that are awaited one by one on the main actor.
  static func asyncRows(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.scores))
    return Side(
      run: {
        var items: [Score] = []
        for try await row in statement.rows() {
          items.append(Score(id: try row.get(0), name: try row.get(1), score: try row.get(2)))
        }
        return items
      },
      checksum: Score.checksum)
  }
}
