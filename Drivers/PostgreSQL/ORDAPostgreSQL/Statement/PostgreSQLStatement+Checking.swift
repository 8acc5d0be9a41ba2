internal import CPostgreSQL
internal import ORDA

/// What the cells of a column have to be.
struct CellShape {
  /// How many bytes a cell has; -1 where not all have as many.
  let size: Int
  /// True where a cell of the right size may still be no value.
  let isDoubtful: Bool

  init(_ column: ResultColumn) {
    size = column.kind.size.map(Int.init) ?? -1
    isDoubtful = column.kind.isDoubtful || column.type == ServerType.char
  }
}

/// Finds the cells of a row, and checks those that may be no values, as soon as it has come: reading one can't fail.
extension PostgreSQLStatement {
  /// Compares the columns of a result with the server's description. A statement without a description gets its columns from the
  /// result.
  func checkShape(of result: OpaquePointer) throws(DatabaseError) {
    isShapeUnknown = false
    if !isDescribed { return note(ResultColumn.all(of: result), isBinary: false) }
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

  /// Asks the library once where each cell of the row lies.
  func findCells() throws(DatabaseError) {
    for index in 0..<cells.count {
      let column = Int32(truncatingIfNeeded: index)
      let count = Int(PQgetlength(result, row, column))
      if count == 0, PQgetisnull(result, row, column) != 0 {
        cells[index] = nothing
        continue
      }
      cells[index] = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count)
      let shape = shapes[index]
      if isBinary {
        if shape.size >= 0, shape.size != count { throw malformed(index) }
        if shape.isDoubtful { try checkDoubtful(index) }
      } else if shape.size > 0 || shape.isDoubtful {
        if TextCell(bytes: characters(index)).value(kinds[index]) == nil { throw malformed(index) }
      }
    }
  }

  private func checkDoubtful(_ index: Int) throws(DatabaseError) {
    let kind = kinds[index]
    let cell = BinaryCell(bytes: cells[index])
    switch kind {
    // A "char" without a character is a byte that is 0.
    case .text: if cell.bytes.first == 0 { cells[index] = UnsafeRawBufferPointer(rebasing: cells[index].prefix(0)) }
    case .time: if cell.time.microseconds < 0 || cell.time.microseconds > 86_400_000_000 { throw malformed(index) }
    case .jsonb: if cell.bytes.first != 1 { throw malformed(index) }
    case .numeric: if !NumericCell(cell.bytes).isWellFormed { throw malformed(index) }
    default: break
    }
  }

  private func malformed(_ index: Int) -> DatabaseError {
    DatabaseError(
      .protocolViolation,
      "the server sent something for the column \(columnsNow[index].name) that is no value of its type", sql: sql)
  }
}
