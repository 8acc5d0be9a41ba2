internal import ORDA

/// Running statements many times, inside a transaction and on the connection's own thread.
extension ShelfStatements {
  /// Runs a statement for each element: in arrays if the database accepts them.
  ///
  /// Otherwise a batch has no advantage, and its savepoint costs: SQLite copies each page before first changing it.
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

  /// Runs a statement on objects, as many at once as it accepts.
  func run(_ statement: any Statement, _ ids: [ShelfId]) throws {
    for part in ids.parts(of: Self.longestList) {
      try statement.execute(ValueList(part.map(StoredId.init)))
    }
  }

  /// The value before the first requested id: empty bytes if there is none, since even the id of all zeros may be
  /// stored.
  static func after(_ id: ShelfId?) -> any ValueConvertible { id.map(StoredId.init) ?? [UInt8]() }

  /// The ids of objects whose type has one of these numbers, in order.
  func ids(ofTypes numbers: [Int64], after id: ShelfId?, limit: Int) throws -> [ShelfId] {
    // The index has each number's ids in order; most types have one number.
    var found: [ShelfId] = []
    for number in numbers {
      found += try idsOfType.query(StoredId.self, number, Self.after(id), limit).map(\.id)
    }
    return numbers.count < 2 ? found : Array(found.sorted().prefix(limit))
  }

  /// Reads objects, as many at once as the statement accepts.
  func read(
    _ statement: any Statement, _ ids: [ShelfId], _ body: (borrowing Row) throws -> Void
  ) throws {
    for part in ids.parts(of: Self.longestList) {
      try statement.forEach(ValueList(part.map(StoredId.init)), body: body)
    }
  }
}
