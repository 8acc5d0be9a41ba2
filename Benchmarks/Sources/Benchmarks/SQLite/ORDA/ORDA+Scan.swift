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
      run: { try statement.query(UncheckedIntegers.self) },
      checksum: { (rows: [UncheckedIntegers]) in Integers.checksum(rows.map(\.integers)) })
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
