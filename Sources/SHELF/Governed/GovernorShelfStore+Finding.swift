internal import ORDA
internal import ORDAThreads

extension GovernorShelfStore {
  /// The objects whose field is in a range.
  public func find(_ search: ShelfSearch) async throws -> [ShelfFinding] {
    var found: [ShelfFinding] = []
    for select in try await selects(search) where found.count < search.limit {
      let rows = try await db.query((StoredId, [UInt8]).self, select(search.limit - found.count))
      found += rows.map { ShelfFinding($0.id, key: $1) }
    }
    return found
  }

  /// The same with the objects, by one statement.
  public func findObjects(_ search: ShelfSearch) async throws -> [(finding: ShelfFinding, object: StoredObject?)] {
    let opened = try await opened()
    let reading = ObjectReading(nil, opened.numbers.known.types)
    let findings = Lock<[ShelfFinding]>([])
    let direction = Self.direction(search)
    for select in try await selects(search) {
      let count = findings.withLock(\.count)
      if count >= search.limit { break }
      try await db.forEach(
        """
        SELECT k.object, o.type, o.rev, o.json, o.expires, k.value FROM (\(select(search.limit - count))) AS k \
        LEFT JOIN \(tables.objects) AS o ON o.id = k.object ORDER BY k.value \(direction), k.object \(direction)
        """
      ) { row in
        let finding = ShelfFinding(try row.get(0, as: StoredId.self).id, key: try row.get(5, as: [UInt8].self))
        findings.withLock { $0.append(finding) }
        try reading.add(row)
      }
    }
    let objects = try await reading.finish { try await opened.numbers.load().types }
    return zip(findings.withLock { $0 }, objects).map { (finding: $0, object: $1) }
  }

  /// The statements that find them, one after another until there are enough, each given the number to find.
  private func selects(_ search: ShelfSearch) async throws -> [(Int) -> SQL] {
    guard search.limit > 0,
      let number = try await opened().numbers.existingNumber(of: search.field, in: search.type)
    else { return [] }
    var conditions: SQL = "field = \(number)"
    if let from = search.from { conditions += " AND value >= \(from)" }
    if let through = search.through { conditions += " AND value <= \(through)" }
    let (table, direction, all) = (tables.keys, Self.direction(search), conditions)
    func select(_ place: SQL) -> (Int) -> SQL {
      { limit in
        """
        SELECT object, value FROM \(table) WHERE \(all)\(place) \
        ORDER BY value \(direction), object \(direction) LIMIT \(limit)
        """
      }
    }
    guard let last = search.after else { return [select("")] }
    // First those with the same key, then what comes after: one condition for both would read everything with the same
    // key.
    let sign: SQL = search.isDescending ? "<" : ">"
    return [
      select(" AND value = \(last.key) AND object \(sign) \(StoredId(last.id))"),
      select(" AND value \(sign) \(last.key)"),
    ]
  }

  private static func direction(_ search: ShelfSearch) -> SQL { search.isDescending ? "DESC" : "ASC" }
}
