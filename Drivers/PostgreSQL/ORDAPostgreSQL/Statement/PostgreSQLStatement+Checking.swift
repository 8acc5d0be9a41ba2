internal import CPostgreSQL
internal import ORDA

/// Checks cells that may be no values, as soon as their row has come: reading one can't fail.
extension PostgreSQLStatement {
  /// Compares what comes with what the server has described; of a text without a name this is the first that is known
  /// of it.
  func checkShape(of result: OpaquePointer) throws(DatabaseError) {
    isShapeUnknown = false
    let columns = ResultColumn.all(of: result)
    if !isNamed { return note(columns, isBinary: false) }
    let isSame =
      columns.count == columnsNow.count
      && zip(columns, columnsNow).allSatisfy { $0.type == $1.type }
      && (0..<PQnfields(result)).allSatisfy { PQfformat(result, $0) == (isBinary ? 1 : 0) }
    guard isSame else {
      throw DatabaseError(.protocolViolation, "the server sent other columns than it had described", sql: sql)
    }
  }

  func checkCells() throws(DatabaseError) {
    for column in checked {
      let index = Int(column)
      let kind = kinds[index]
      if isBinary {
        if let size = kind.size, PQgetlength(result, row, column) != size, !isNull(index) { throw malformed(index) }
        guard kind.isDoubtful, !isNull(index) else { continue }
        try checkDoubtful(kind, index)
      } else if kind != .void, !isNull(index) {
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
