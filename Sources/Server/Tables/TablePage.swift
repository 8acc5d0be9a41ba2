import ORDA

/// One page of a table's rows, as it was read.
struct TablePage: Sendable {
  private static let longestPlace = 2_000

  let select: TableSelect
  let rows: [FetchedRow]
  /// True if rows come after the last one, or before the first one.
  let hasNext: Bool
  let hasPrevious: Bool

  /// - Parameter read: What the statement returned: up to one row more than the page has.
  init(_ select: TableSelect, _ read: some Collection<FetchedRow>) {
    self.select = select
    let isFull = read.count > select.request.rows
    switch select.request.start {
    case .before:
      rows = Array(isFull ? read.dropFirst(read.count - select.request.rows) : read.dropFirst(0))
      hasPrevious = isFull
      hasNext = true
    case .first:
      rows = Array(read.prefix(select.request.rows))
      (hasPrevious, hasNext) = (false, isFull)
    case .after:
      rows = Array(read.prefix(select.request.rows))
      (hasPrevious, hasNext) = (true, isFull)
    case .row(let number):
      rows = Array(read.prefix(select.request.rows))
      (hasPrevious, hasNext) = (number > 0, isFull)
    }
  }

  /// The pages beside this one; nil where there is none.
  var next: TableRequest? { hasNext ? neighbour(rows.last, TableRequest.Start.after, select.request.rows) : nil }
  var previous: TableRequest? {
    hasPrevious ? neighbour(rows.first, TableRequest.Start.before, -select.request.rows) : nil
  }

  private func neighbour(
    _ row: FetchedRow?, _ make: ([Value]) -> TableRequest.Start, _ step: Int
  ) -> TableRequest? {
    if select.isByOffset {
      let now = if case .row(let number) = select.request.start { number } else { 0 }
      return select.request.starting(.row(max(0, now + step)))
    }
    guard let row else { return select.request.starting(.first) }
    let place = Self.place(of: row, select)
    // What the rows are sorted by may be a long text, which no address has room for.
    guard KeyText.encoded(place).utf8.count <= Self.longestPlace else {
      return select.request.start == .first ? select.request.starting(.row(step)) : nil
    }
    return select.request.starting(make(place))
  }

  /// A row's place in the order of the page.
  static func place(of row: FetchedRow, _ select: TableSelect) -> [Value] {
    let values = row.values
    var place = values.indices.contains(select.keyPlaces.upperBound - 1) ? Array(values[select.keyPlaces]) : []
    if let sort = select.sortPlace, values.indices.contains(sort) { place.insert(values[sort], at: 0) }
    return place
  }

  /// A row's key; nil if it has none.
  static func key(of row: FetchedRow, _ select: TableSelect) -> [Value]? {
    let values = row.values
    guard !select.keyPlaces.isEmpty, values.count >= select.keyPlaces.upperBound else { return nil }
    return Array(values[select.keyPlaces])
  }
}
