internal import ORDA

/// Running statements many times, inside a transaction and on the connection's own thread.
extension ShelfStatements {
  /// Runs a statement for each element: in arrays where the database takes them.
  ///
  /// Elsewhere a batch is of no use, and its savepoint costs: SQLite copies each page that it changes first.
  func run<Element>(
    _ statement: any Statement, _ elements: [Element],
    _ values: (Element) -> [(any ValueConvertible)?]
  ) throws {
    if takesArrays, elements.count > 1 {
      try statement.executeMany(elements.map { Parameters(values: values($0)) })
    } else {
      for element in elements { try statement.execute(Parameters(values: values(element))) }
    }
  }

  /// Runs a statement on objects, as many at once as it takes.
  func run(_ statement: any Statement, _ ids: [ShelfId]) throws {
    for part in ids.parts(of: Self.longestList) {
      try statement.execute(ValueList(part.map(StoredId.init)))
    }
  }

  /// The value before the first id asked for: empty bytes if there is none, since even the id of all zeros may be
  /// stored.
  static func after(_ id: ShelfId?) -> any ValueConvertible { id.map(StoredId.init) ?? [UInt8]() }

  /// The ids of objects whose type has one of some numbers, in order.
  func ids(ofTypes numbers: [Int64], after id: ShelfId?, limit: Int) throws -> [ShelfId] {
    // Each number's ids are in order in the index; most types have one.
    var found: [ShelfId] = []
    for number in numbers {
      found += try idsOfType.query(StoredId.self, number, Self.after(id), limit).map(\.id)
    }
    return numbers.count < 2 ? found : Array(found.sorted().prefix(limit))
  }

  /// Reads objects, as many at once as the statement takes.
  func read(
    _ statement: any Statement, _ ids: [ShelfId], _ body: (borrowing Row) throws -> Void
  ) throws {
    for part in ids.parts(of: Self.longestList) {
      try statement.forEach(ValueList(part.map(StoredId.init)), body: body)
    }
  }
}
