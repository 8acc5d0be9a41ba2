/// A row of ten integers without a type of its own.
typealias IntegersTuple = (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64)

extension Integers {
  init(_ row: IntegersTuple) {
    self.init(
      a: row.0, b: row.1, c: row.2, d: row.3, e: row.4, f: row.5, g: row.6, h: row.7, i: row.8, j: row.9)
  }

  static func checksum(_ rows: [IntegersTuple]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows { Integers(row).mix(into: &sum) }
    return sum
  }
}
