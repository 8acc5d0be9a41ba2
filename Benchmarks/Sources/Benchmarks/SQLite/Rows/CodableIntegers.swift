/// A row of ten integers as a program that relies on Codable alone declares it.
struct CodableIntegers: Codable, Sendable {
  var a, b, c, d, e, f, g, h, i, j: Int64
}

extension CodableIntegers {
  var plain: Integers {
    Integers(a: a, b: b, c: c, d: d, e: e, f: f, g: g, h: h, i: i, j: j)
  }

  init(_ row: Integers) {
    self.init(
      a: row.a, b: row.b, c: row.c, d: row.d, e: row.e, f: row.f, g: row.g, h: row.h, i: row.i, j: row.j)
  }

  static func checksum(_ rows: [CodableIntegers]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows { row.plain.mix(into: &sum) }
    return sum
  }
}
