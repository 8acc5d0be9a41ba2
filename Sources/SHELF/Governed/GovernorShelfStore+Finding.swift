internal import ORDA

extension GovernorShelfStore {
  /// The objects whose field is in a range.
  public func find(_ search: ShelfSearch) async throws -> [ShelfFinding] {
    let opened = try await opened()
    guard search.limit > 0,
      let number = try await opened.numbers.existingNumber(of: search.field, in: search.type)
    else { return [] }
    guard let last = search.after else { return try await find(number, search, "", limit: search.limit) }
    // Those of the same key first, and what is behind them afterwards: one condition for both would read all of the same key.
    let sign: SQL = search.isDescending ? "<" : ">"
    var found = try await find(
      number, search, " AND value = \(last.key) AND object \(sign) \(StoredId(last.id))", limit: search.limit)
    if found.count < search.limit {
      found += try await find(number, search, " AND value \(sign) \(last.key)", limit: search.limit - found.count)
    }
    return found
  }

  private func find(_ number: Int64, _ search: ShelfSearch, _ place: SQL, limit: Int) async throws -> [ShelfFinding] {
    var conditions: SQL = "field = \(number)"
    if let from = search.from { conditions += " AND value >= \(from)" }
    if let through = search.through { conditions += " AND value <= \(through)" }
    let direction: SQL = search.isDescending ? "DESC" : "ASC"
    let rows = try await db.query(
      (StoredId, [UInt8]).self,
      """
      SELECT object, value FROM \(tables.keys) WHERE \(conditions)\(place) \
      ORDER BY value \(direction), object \(direction) LIMIT \(limit)
      """)
    return rows.map { ShelfFinding($0.id, key: $1) }
  }
}
