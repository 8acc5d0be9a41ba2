import CFloor

/// A row of ten integers.
struct Integers: Sendable {
  var a, b, c, d, e, f, g, h, i, j: Int64
}

extension Integers {
  init(_ row: cf_integers) {
    self.init(
      a: row.a, b: row.b, c: row.c, d: row.d, e: row.e, f: row.f, g: row.g, h: row.h, i: row.i, j: row.j)
  }

  func mix(into sum: inout UInt64) {
    for cell in [a, b, c, d, e, f, g, h, i, j] { sum = cf_mix(sum, UInt64(bitPattern: cell)) }
  }

  static func checksum(_ rows: [Integers]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows { row.mix(into: &sum) }
    return sum
  }
}
