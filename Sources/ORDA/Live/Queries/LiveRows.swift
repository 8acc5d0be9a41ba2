/// The rows of a query at one moment: as the database returned them, the elements made of them, and their keys.
struct LiveRows<Element: Sendable>: Sendable {
  let fetched: FetchedRows
  let elements: [Element]
  let keys: [LiveRowKey]

  /// No rows.
  init() {
    fetched = .none
    elements = []
    keys = []
  }

  /// - Throws: What `read` throws, and `noSuchColumn` for a key that is not among the columns.
  init(_ fetched: FetchedRows, key: LiveKey<Element>, _ read: (FetchedRow) throws -> Element) throws {
    self.fetched = fetched
    let places = try key.places(in: fetched.names)
    let elements = try fetched.map(read)
    self.elements = elements
    switch key {
    case .columns:
      keys = LiveRowKey.keys(of: fetched.map { row in .row(RowKey(places.map { row[$0] })) })
    case .value(let name):
      keys = LiveRowKey.keys(of: elements.map { .value(name($0)) })
    }
  }
}

extension LiveDifference {
  /// The steps from the rows of one moment to those of another.
  init(from before: LiveRows<Entry>, to after: LiveRows<Entry>) {
    let difference = ListDifference(from: before.keys, to: after.keys)
    self.before = before.elements
    self.after = after.elements
    deletes = difference.deletes
    inserts = difference.inserts
    moves = difference.moves.map { Move(from: $0.from, to: $0.to) }
    var updates: [Update] = []
    let hasSameColumns = before.fetched.columnNames == after.fetched.columnNames
    for place in after.keys.indices {
      guard let origin = difference.origin(of: place) else { continue }
      let columns =
        hasSameColumns
        ? after.fetched.columns(of: place, differingFrom: before.fetched, at: origin) : after.fetched.columnNames
      if !columns.isEmpty { updates.append(Update(from: origin, place: place, columns: columns)) }
    }
    self.updates = updates
  }
}

extension FetchedRows {
  /// True if these are the same rows in the same order, with columns of the same names.
  func isSame(as other: FetchedRows) -> Bool {
    guard count == other.count, columnNames == other.columnNames else { return false }
    return (0..<(count * names.count)).allSatisfy { buffer.isSame($0, as: other.buffer, $0) }
  }

  /// The names of the columns in which two rows differ.
  fileprivate func columns(of place: Int, differingFrom other: FetchedRows, at otherPlace: Int) -> [String] {
    let (base, otherBase) = (place * names.count, otherPlace * names.count)
    // Usually there are none, and nothing is allocated.
    return names.names.indices.filter { !buffer.isSame(base + $0, as: other.buffer, otherBase + $0) }
      .map { names.names[$0] }
  }
}

extension RowBuffer {
  /// True if two cells hold the same, byte by byte.
  fileprivate func isSame(_ cell: Int, as other: RowBuffer, _ otherCell: Int) -> Bool {
    let (first, second) = (cells[cell], other.cells[otherCell])
    guard first.tag == second.tag else { return false }
    return switch first.tag {
    case .null: true
    case .int, .double: first.bits == second.bits
    case .text, .bytes: slice(first).elementsEqual(other.slice(second))
    case .boxed: boxed[Int(first.bits)] == other.boxed[Int(second.bits)]
    }
  }
}
