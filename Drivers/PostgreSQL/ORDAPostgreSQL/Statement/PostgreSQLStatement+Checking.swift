internal import CPostgreSQL
internal import ORDA

/// A column whose cells may be no values.
struct CheckedColumn {
  let column: Int32
  /// How many bytes a cell has; -1 where not all have as many.
  let size: Int32
  let isDoubtful: Bool

  /// Nil where every cell is a value.
  init?(_ kind: ColumnKind, _ index: Int) {
    if kind.size == nil, !kind.isDoubtful { return nil }
    column = Int32(truncatingIfNeeded: index)
    size = kind.size ?? -1
    isDoubtful = kind.isDoubtful
  }
}

/// Checks cells that may be no values, as soon as their row has come: reading one can't fail.
extension PostgreSQLStatement {
  /// Compares what comes with what the server has described; of a text without a name this is the first that is known
  /// of it.
  func checkShape(of result: OpaquePointer) throws(DatabaseError) {
    isShapeUnknown = false
    if !isNamed { return note(ResultColumn.all(of: result), isBinary: false) }
    guard hasDescribedShape(result) else {
      throw DatabaseError(.protocolViolation, "the server sent other columns than it had described", sql: sql)
    }
  }

  /// Each execution is compared, so that nothing is made of the columns here.
  private func hasDescribedShape(_ result: OpaquePointer) -> Bool {
    let count = columnsNow.count
    guard PQnfields(result) == count else { return false }
    let format: Int32 = isBinary ? 1 : 0
    for index in 0..<count {
      let column = Int32(truncatingIfNeeded: index)
      if PQftype(result, column) != columnsNow[index].type || PQfformat(result, column) != format { return false }
    }
    return true
  }

  func checkCells() throws(DatabaseError) {
    for one in checked {
      let column = one.column
      let index = Int(column)
      if isBinary {
        // One of the right size is not NULL.
        if one.size > 0, PQgetlength(result, row, column) == one.size {
          if one.isDoubtful { try checkDoubtful(kinds[index], index) }
          continue
        }
        if isNull(index) { continue }
        if one.size >= 0, PQgetlength(result, row, column) != one.size { throw malformed(index) }
        if one.isDoubtful { try checkDoubtful(kinds[index], index) }
        continue
      }
      let kind = kinds[index]
      if kind != .void, !isNull(index) {
        let bytes = UnsafeRawBufferPointer(
          start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        if TextCell(bytes: bytes.assumingMemoryBound(to: UInt8.self)).value(kind) == nil {
          throw unreadable(index, kind)
        }
      }
    }
  }

  private func checkDoubtful(_ kind: ColumnKind, _ index: Int) throws(DatabaseError) {
    let column = Int32(truncatingIfNeeded: index)
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    let cell = BinaryCell(bytes: bytes)
    switch kind {
    case .date: if cell.date == nil { throw unreadable(index, kind) }
    case .timestamp: if cell.timestamp == nil { throw unreadable(index, kind) }
    case .instant: if cell.instant == nil { throw unreadable(index, kind) }
    case .time: if cell.time.microseconds < 0 || cell.time.microseconds > 86_400_000_000 { throw malformed(index) }
    case .jsonb: if bytes.first != 1 { throw malformed(index) }
    case .numeric:
      let number = NumericCell(bytes)
      guard number.isWellFormed else { throw malformed(index) }
      if !number.isNumber { throw unreadable(index, kind) }
    default: break
    }
  }

  private func malformed(_ index: Int) -> DatabaseError {
    DatabaseError(
      .protocolViolation,
      "the server sent something for the column \(columnsNow[index].name) that is no value of its type", sql: sql)
  }

  /// The server has values that no type of ORDA's holds.
  private func unreadable(_ index: Int, _ kind: ColumnKind) -> DatabaseError {
    let name = columnsNow[index].name
    let what =
      switch kind {
      case .date, .timestamp, .instant:
        "infinity, or a day before the year 1 or after 9999; select it as text: \(name)::text"
      case .numeric: "NaN or infinity, which no decimal number is; select it as text: \(name)::text"
      default: "something that is no value of its type"
      }
    return DatabaseError(.outOfRange, "the column \(name) holds \(what)", sql: sql, column: name)
  }
}
