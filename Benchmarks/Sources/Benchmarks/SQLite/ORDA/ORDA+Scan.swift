import CFloor
import ORDA

extension ORDASide {
  /// `RowDecodable` by index: every value's type is checked.
  static func integers(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.integers))
    return Side(
      run: { try statement.query(Integers.self) },
      checksum: { (rows: [Integers]) in Integers.checksum(rows) })
  }

  /// By index, as SQLite converts.
  static func integersUnchecked(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.integers))
    return Side(
      run: {
        var items: [Integers] = []
        try statement.forEach { row in
          items.append(
            Integers(
              a: try row.get(unchecked: 0), b: try row.get(unchecked: 1), c: try row.get(unchecked: 2),
              d: try row.get(unchecked: 3), e: try row.get(unchecked: 4), f: try row.get(unchecked: 5),
              g: try row.get(unchecked: 6), h: try row.get(unchecked: 7), i: try row.get(unchecked: 8),
              j: try row.get(unchecked: 9)))
        }
        return items
      },
      checksum: { (rows: [Integers]) in Integers.checksum(rows) })
  }

  static func texts(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.texts))
    return Side(run: { try statement.query(Texts.self) }, checksum: Texts.checksum)
  }

  static func prose(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.prose))
    return Side(run: { try statement.query(Prose.self) }, checksum: Prose.checksum)
  }

  /// The text's bytes where they are.
  static func proseBytes(_ data: SQLiteData) throws -> Side {
    let statement = try open(data.library).prepare(SQL(text: SQLText.prose))
    return Side(
      run: {
        var items: [ProseDigest] = []
        try statement.forEach { row in
          let digest = try row.withUTF8(1) { cf_mix_bytes(0, $0.baseAddress, $0.count) }
          items.append(ProseDigest(id: try row.get(0), digest: digest ?? 0))
        }
        return items
      },
      checksum: ProseDigest.checksum)
  }
}
