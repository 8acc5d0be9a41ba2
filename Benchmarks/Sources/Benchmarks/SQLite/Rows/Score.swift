import CFloor

/// A row of a key, a text of 12 bytes and a double.
struct Score: Sendable {
  var id: Int64
  var name: String
  var score: Double
}

extension Score {
  func mix(into sum: inout UInt64) {
    sum = cf_mix(sum, UInt64(bitPattern: id))
    name.mix(into: &sum)
    sum = cf_mix(sum, score.bitPattern)
  }

  static func checksum(_ rows: [Score]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows { row.mix(into: &sum) }
    return sum
  }

  /// What the concurrent readers add up of each range, as the floor does.
  static func total(_ rows: [Score]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows { sum &+= UInt64(bitPattern: row.id) &+ UInt64(row.name.utf8.count) }
    return sum
  }
}
