import ORDA

/// One page of a table's rows, as it was read.
struct TablePage: Sendable {
  let select: TableSelect
  let rows: [FetchedRow]
  /// Where the pages beside it are.
  let ends: PageEnds

  /// - Parameter read: What the statement returned: up to one row more than the page has.
  init(_ select: TableSelect, _ read: some Collection<FetchedRow>) {
    self.select = select
    let wanted = select.request.rows
    // What is read backwards has the row too many in front.
    rows = Array(select.isBackward ? read.suffix(wanted) : read.prefix(wanted))
    ends = PageEnds(
      select, isFull: read.count > wanted, first: rows.first.map { Self.place(of: $0, select) },
      last: rows.last.map { Self.place(of: $0, select) })
  }

  var next: TableRequest? { ends.next }
  var previous: TableRequest? { ends.previous }

  /// A row's place in the order of the page.
  private static func place(of row: FetchedRow, _ select: TableSelect) -> [Value] {
    let values = row.values
    return select.orderPlaces.compactMap { values.indices.contains($0) ? values[$0] : nil }
  }

  /// A row's key; nil if it has none.
  static func key(of row: FetchedRow, _ select: TableSelect) -> [Value]? {
    let values = row.values
    guard !select.keyPlaces.isEmpty, values.count >= select.keyPlaces.upperBound else { return nil }
    return Array(values[select.keyPlaces])
  }
}
