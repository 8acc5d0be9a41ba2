import CMariaDBFloor
import ORDA

/// A row of the table that is read.
struct Track: Sendable {
  var id: Int64
  var name: String
  var score: Double
  var at: CivilTimestamp
}

extension Track: RowDecodable {
  init(row: borrowing Row) throws {
    self.init(id: try row.get(0), name: try row.get(1), score: try row.get(2), at: try row.get(3))
  }
}

extension Track {
  static func checksum(_ rows: [Track]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows {
      sum = cf_mix(sum, UInt64(bitPattern: row.id))
      row.name.mix(into: &sum)
      sum = cf_mix(sum, row.score.bitPattern)
      sum = cf_mix(sum, row.at.digits)
    }
    return sum
  }
}

extension Score {
  /// A row to be inserted, which has no time.
  init(_ row: cm_track) {
    self.init(id: row.id, name: String(row.name), score: row.score)
  }
}

extension CivilTimestamp {
  /// 20260131123456, as the floor has it.
  fileprivate var digits: UInt64 {
    let (date, time) = (date, time)
    let day = (date.year * 100 + date.month) * 100 + date.day
    return UInt64(((day * 100 + time.hour) * 100 + time.minute) * 100 + time.second)
  }
}
