import ORDA

/// One page of a table's rows as JSON. It is written while the rows are read, on the connection's own thread, and none of them is
/// copied.
struct WrittenPage: Sendable {
  /// An array of arrays.
  let rows: JSONText
  /// Where the pages beside it are.
  let ends: PageEnds

  /// Reads the rows of the statement.
  init(_ select: TableSelect, _ execution: StatementExecution) throws {
    let wanted = select.request.rows
    let columns = select.table.columns.count
    let (isBackward, readsAll, longest) = (select.isBackward, select.readsAll, select.longest + 1)
    var json = JSONText(room: 4096)
    json.raw("[")
    var places: [[Value]] = []
    var secondStart = 0
    var count = 0
    try execution.forEachRow { row in
      count += 1
      // The row too many comes last, but where the page is read backwards.
      guard count <= wanted || isBackward else { return }
      if count > 1 { json.raw(",") }
      if count == 2 { secondStart = json.count }
      // Read forwards, these are the ends of a page; of one that is read backwards they are known afterwards.
      if count == 1 || count == wanted || isBackward {
        places.append(try select.orderPlaces.map { try row[$0] })
      }
      try json.array(0..<columns) { json, column in
        if readsAll {
          try json.cell(column, of: row, longest: longest)
        } else {
          json.value(try row[column])
        }
      }
    }
    let isFull = count > wanted
    if isFull, select.isBackward {
      json.remove(1..<secondStart)
      places.removeFirst()
    }
    json.raw("]")
    rows = json
    ends = PageEnds(select, isFull: isFull, first: places.first, last: places.last)
  }
}
