import CPostgreSQLFloor
import ORDA

extension Track {
  /// The checksum as the floor of PostgreSQL has it, whose times are microseconds.
  static func microsecondsChecksum(_ rows: [Track]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows {
      sum = cf_mix(sum, UInt64(bitPattern: row.id))
      row.name.mix(into: &sum)
      sum = cf_mix(sum, row.score.bitPattern)
      sum = cf_mix(sum, UInt64(bitPattern: row.at.microsecondsSince1970))
    }
    return sum
  }
}

extension Score {
  /// A row to be inserted, which has no time.
  init(_ row: cp_track) {
    self.init(id: row.id, name: String(row.name), score: row.score)
  }
}

extension FloorRows<cp_track> {
  static func tracks(_ rows: cp_tracks) -> FloorRows {
    FloorRows(
      rows.rows, rows.count,
      sum: { withUnsafePointer(to: rows) { cp_sum($0) } },
      free: { withUnsafePointer(to: rows) { cp_free($0) } })
  }
}
