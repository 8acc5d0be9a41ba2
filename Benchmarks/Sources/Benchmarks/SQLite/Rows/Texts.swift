import CFloor

/// A row of a key and five texts of 12 bytes, which fit into a String without storage of its own.
struct Texts: Sendable {
  var id: Int64
  var a, b, c, d, e: String
}

extension Texts {
  init(_ row: cf_texts) {
    self.init(
      id: row.id, a: String(row.a), b: String(row.b), c: String(row.c), d: String(row.d), e: String(row.e))
  }

  static func checksum(_ rows: [Texts]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows {
      sum = cf_mix(sum, UInt64(bitPattern: row.id))
      for text in [row.a, row.b, row.c, row.d, row.e] { text.mix(into: &sum) }
    }
    return sum
  }
}
