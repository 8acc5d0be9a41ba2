import GRDB

extension GRDBPeer {
  /// The index of each name is asked for once.
  static func namesOnce(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: {
        try pool.read { database in
          let statement = try database.cachedStatement(sql: SQLText.integers)
          func index(_ name: String) throws -> Int {
            guard let index = statement.index(ofColumn: name) else { throw DatabaseError(message: "no column \(name)") }
            return index
          }
          let (a, b, c, d, e) = try (index("a"), index("b"), index("c"), index("d"), index("e"))
          let (f, g, h, i, j) = try (index("f"), index("g"), index("h"), index("i"), index("j"))
          var items: [Integers] = []
          let rows = try Row.fetchCursor(statement)
          while let row = try rows.next() {
            items.append(
              Integers(
                a: row[a], b: row[b], c: row[c], d: row[d], e: row[e],
                f: row[f], g: row[g], h: row[h], i: row[i], j: row[j]))
          }
          return items
        }
      },
      checksum: { (rows: [Integers]) in Integers.checksum(rows) })
  }

  static func namesEachRow(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: {
        try pool.read { database in
          var items: [Integers] = []
          let rows = try Row.fetchCursor(database.cachedStatement(sql: SQLText.integers))
          while let row = try rows.next() {
            items.append(
              Integers(
                a: row["a"], b: row["b"], c: row["c"], d: row["d"], e: row["e"],
                f: row["f"], g: row["g"], h: row["h"], i: row["i"], j: row["j"]))
          }
          return items
        }
      },
      checksum: { (rows: [Integers]) in Integers.checksum(rows) })
  }

  /// GRDB decodes no tuples: they are made by index.
  static func tuples(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: {
        try pool.read { database in
          var items: [IntegersTuple] = []
          let rows = try Row.fetchCursor(database.cachedStatement(sql: SQLText.integers))
          while let row = try rows.next() {
            items.append(
              (row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9]))
          }
          return items
        }
      },
      checksum: { (rows: [IntegersTuple]) in Integers.checksum(rows) })
  }

  static func codable(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: { try pool.read { try CodableIntegers.fetchAll($0.cachedStatement(sql: SQLText.integers)) } },
      checksum: CodableIntegers.checksum)
  }
}
