internal import CMariaDB
internal import ORDA

/// Checks cells whose bytes may be invalid, as soon as their row has come: reading one can't fail.
extension MariaDBStatement {
  func checkCells() throws(DatabaseError) {
    for index in checkedColumns {
      guard let place = cell(index) else { continue }
      let bytes = content(place, index)
      let kind = kinds[index]
      guard isWellFormed(bytes, kind) else { throw malformed(index) }
      if !kind.isCalendar { continue }
      // A month and a day that every year has are recognized at once.
      if bytes.count >= 4, bytes[2] &- 1 < 12, bytes[3] &- 1 < 28 { continue }
      if timestamp(bytes) != nil { continue }
      if connection.settings.readsZeroDatesAsNull {
        orda_mariadb_set_cell(handle, UInt32(truncatingIfNeeded: index), nil)
        continue
      }
      let name = columnNames[index]
      throw DatabaseError(
        .outOfRange,
        "the column \(name) holds a date that no calendar has, such as 0000-00-00; with zero-dates=null it is read as NULL",
        sql: sql, column: name)
    }
  }

  /// True if a date, time or BIT has one of the protocol's lengths, and its hours, minutes and seconds are a clock's.
  @inline(__always)
  private func isWellFormed(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: ColumnKind) -> Bool {
    if kind == .bit { return bytes.count - 1 < 8 && bytes.count > 0 }
    let clock: Int
    switch bytes.count {
    case 0: return true
    case 4: return kind != .time
    case 7 where kind != .time, 11 where kind != .time: clock = 4
    case 8 where kind == .time, 12 where kind == .time: clock = 5
    default: return false
    }
    guard let start = bytes.baseAddress, kind != .time || load(start + 1, UInt32.self) < 35 else { return false }
    guard bytes[clock] < 24, bytes[clock + 1] < 60, bytes[clock + 2] < 60 else { return false }
    return bytes.count < 11 || load(start + clock + 3, UInt32.self) < 1_000_000
  }

  private func malformed(_ index: Int) -> DatabaseError {
    DatabaseError(
      .protocolViolation, "the server sent something for the column \(columnNames[index]) that is no value of its type",
      sql: sql)
  }
}
