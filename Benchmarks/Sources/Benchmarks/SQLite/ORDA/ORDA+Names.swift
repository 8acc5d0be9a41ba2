import ORDA

extension ORDASide {
  /// The index of each name is asked for once.
  static func namesOnce(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.integers))
    return Side(
      run: {
        let names = try statement.columns().map(\.name)
        func index(_ name: String) throws -> Int {
          guard let index = names.firstIndex(of: name) else { throw DatabaseError(.noSuchColumn, "no column \(name)") }
          return index
        }
        let (a, b, c, d, e) = try (index("a"), index("b"), index("c"), index("d"), index("e"))
        let (f, g, h, i, j) = try (index("f"), index("g"), index("h"), index("i"), index("j"))
        var items: [Integers] = []
        try statement.forEach { row in
          items.append(
            Integers(
              a: try row.get(a), b: try row.get(b), c: try row.get(c), d: try row.get(d), e: try row.get(e),
              f: try row.get(f), g: try row.get(g), h: try row.get(h), i: try row.get(i), j: try row.get(j)))
        }
        return items
      },
      checksum: { (rows: [Integers]) in Integers.checksum(rows) })
  }

  static func namesEachRow(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.integers))
    return Side(
      run: {
        var items: [Integers] = []
        try statement.forEach { row in
          items.append(
            Integers(
              a: try row["a"], b: try row["b"], c: try row["c"], d: try row["d"], e: try row["e"],
              f: try row["f"], g: try row["g"], h: try row["h"], i: try row["i"], j: try row["j"]))
        }
        return items
      },
      checksum: { (rows: [Integers]) in Integers.checksum(rows) })
  }

  static func tuples(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.integers))
    return Side(
      run: { try statement.query(IntegersTuple.self) },
      checksum: { (rows: [IntegersTuple]) in Integers.checksum(rows) })
  }

  static func codable(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.integers))
    return Side(run: { try statement.query(CodableIntegers.self) }, checksum: CodableIntegers.checksum)
  }
}
