import ORDA

/// Where a page begins and ends, and so where the pages beside it are.
struct PageEnds: Sendable {
  private static let longestPlace = 2_000

  let select: TableSelect
  /// True if rows come after the last one, or before the first one.
  private let hasNext: Bool
  private let hasPrevious: Bool
  /// The places of the first and of the last row in the order of the page.
  private let first: [Value]?
  private let last: [Value]?

  /// - Parameters:
  ///   - isFull: True if the statement returned one row more than the page has.
  ///   - first: The place of the first row; nil if there is none.
  ///   - last: That of the last row. Nobody asks for it where no page can follow.
  init(_ select: TableSelect, isFull: Bool, first: [Value]?, last: [Value]?) {
    self.select = select
    self.first = first
    self.last = last
    switch select.request.start {
    case .before: (hasPrevious, hasNext) = (isFull, true)
    case .first: (hasPrevious, hasNext) = (false, isFull)
    case .after: (hasPrevious, hasNext) = (true, isFull)
    case .row(let number): (hasPrevious, hasNext) = (number > 0, isFull)
    }
  }

  /// The pages beside this one; nil where there is none.
  var next: TableRequest? { hasNext ? neighbour(last, TableRequest.Start.after, select.request.rows) : nil }
  var previous: TableRequest? {
    hasPrevious ? neighbour(first, TableRequest.Start.before, -select.request.rows) : nil
  }

  private func neighbour(
    _ place: [Value]?, _ make: ([Value]) -> TableRequest.Start, _ step: Int
  ) -> TableRequest? {
    if select.isByOffset {
      let now = if case .row(let number) = select.request.start { number } else { 0 }
      return select.request.starting(.row(max(0, now + step)))
    }
    guard let place else { return select.request.starting(.first) }
    // What the rows are sorted by may be a long text, which no address has room for.
    guard KeyText.encoded(place).utf8.count <= Self.longestPlace else {
      return select.request.start == .first ? select.request.starting(.row(step)) : nil
    }
    return select.request.starting(make(place))
  }
}
