import CFloor
import Foundation
import GRDB

extension GRDBPeer {
  static func integers(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: { try pool.read { try Integers.fetchAll($0.cachedStatement(sql: SQLText.integers)) } },
      checksum: { (rows: [Integers]) in Integers.checksum(rows) })
  }

  static func texts(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: { try pool.read { try Texts.fetchAll($0.cachedStatement(sql: SQLText.texts)) } },
      checksum: Texts.checksum)
  }

  static func prose(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: { try pool.read { try Prose.fetchAll($0.cachedStatement(sql: SQLText.prose)) } },
      checksum: Prose.checksum)
  }

  /// The text's bytes where they are.
  static func proseBytes(_ data: SQLiteData) throws -> Side {
    let pool = try pool(data.library)
    return Side(
      run: {
        try pool.read { database in
          var items: [ProseDigest] = []
          let rows = try Row.fetchCursor(database.cachedStatement(sql: SQLText.prose))
          while let row = try rows.next() {
            let digest = try row.withUnsafeData(atIndex: 1) { bytes in
              bytes?.withUnsafeBytes { cf_mix_bytes(0, $0.baseAddress, $0.count) } ?? 0
            }
            items.append(ProseDigest(id: row[0], digest: digest))
          }
          return items
        }
      },
      checksum: ProseDigest.checksum)
  }
}
