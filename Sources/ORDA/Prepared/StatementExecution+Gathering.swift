/// How the typed functions read a statement's rows.
///
/// They are extensions of protocols, called on values of any type; there the compiler makes one version for all types,
/// which takes twice the time of a row. So they are inlined into the program, and the loops over rows are here, generic
/// only over the row's type, which the program's compiler knows: it makes a version for that type.
extension StatementExecution {
  /// Something that lends a statement to a closure.
  @usableFromInline typealias Lending = ((StatementExecution) throws -> Void) throws -> Void

  @inlinable
  static func all<T: RowDecodable>(_ type: T.Type, _ lend: Lending) throws -> [T] {
    var all: [T] = []
    try lend { all = try $0.all(type) }
    return all
  }

  @inlinable
  static func first<T: RowDecodable>(_ type: T.Type, _ lend: Lending) throws -> T? {
    var first: T?
    try lend { first = try $0.first(type) }
    return first
  }

  @inlinable
  static func allTuples<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ lend: Lending
  ) throws -> [(repeat each T)] {
    var all: [(repeat each T)] = []
    try lend { all = try $0.allTuples(type) }
    return all
  }

  @inlinable
  static func firstTuple<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ lend: Lending
  ) throws -> ((repeat each T))? {
    var first: ((repeat each T))?
    try lend { first = try $0.firstTuple(type) }
    return first
  }

  @inlinable
  static func allValues<T: ColumnValue>(_ type: T.Type, _ lend: Lending) throws -> [T] {
    var all: [T] = []
    try lend { all = try $0.allValues(type) }
    return all
  }

  @inlinable
  static func firstValue<T: ColumnValue>(_ type: T.Type, _ lend: Lending) throws -> T? {
    var first: T?
    try lend { first = try $0.firstValue(type) }
    return first
  }

  @inlinable
  static func allDecoded<T: Decodable>(
    _ type: T.Type, _ strategy: RowCodingStrategy, _ lend: Lending
  ) throws -> [T] {
    var all: [T] = []
    try lend { all = try $0.allDecoded(type, strategy) }
    return all
  }

  /// How many rows to make room for: as many as last time, since a statement that is run again usually returns about as
  /// many.
  ///
  /// An array that grows moves its elements and touches new memory each time, which C's `realloc` avoids by moving
  /// pages. At most 16 MiB are requested, and memory that stays unused is never touched.
  @inlinable
  func expectedCount<T>(of type: T.Type) -> Int {
    min(lastRowCount, (16 << 20) / max(1, MemoryLayout<T>.stride))
  }

  /// Runs a batch of Codable values, and returns the number of rows that it changed.
  @inlinable @inline(__always)
  static func batch<Elements: Sequence>(
    encoding elements: Elements, _ strategy: RowCodingStrategy, _ lend: Lending
  ) throws -> Int where Elements.Element: Encodable {
    var changed = 0
    try lend { changed = try $0.runBatch(encoding: elements, strategy: strategy) }
    return changed
  }

  /// Runs a batch, and returns the number of rows that it changed.
  ///
  /// Always inlined: Swift 6.3 does not retain the array of a literal for a call of a specialised function, not even where the
  /// closure that it gets changes the variable that holds it.
  @inlinable @inline(__always)
  static func batch<Elements: Sequence>(
    _ elements: Elements, _ bind: (Elements.Element, borrowing ParameterBinder) throws -> Void, _ lend: Lending
  ) throws -> Int {
    // A non-escaping closure must not be captured in an argument of another; `lend` keeps neither.
    try withoutActuallyEscaping(bind) { bind in
      var changed = 0
      try lend { execution in changed = try execution.runBatch(elements, bind: bind) }
      return changed
    }
  }
}

/// Reading the rows of one execution.
extension StatementExecution {
  @inlinable
  func all<T: RowDecodable>(_ type: T.Type) throws -> [T] {
    var all: [T] = []
    all.reserveCapacity(expectedCount(of: type))
    try forEachRow { all.append(try T(row: $0)) }
    lastRowCount = all.count
    return all
  }

  @inlinable
  func first<T: RowDecodable>(_ type: T.Type) throws -> T? {
    guard try step() else { return nil }
    lendRow()
    return try T(row: lentRow)
  }

  @inlinable
  func allTuples<each T: ColumnValue>(_ type: (repeat each T).Type) throws -> [(repeat each T)] {
    var all: [(repeat each T)] = []
    all.reserveCapacity(expectedCount(of: (repeat each T).self))
    if try step() {
      let row = row()
      defer { endRows() }
      try row.check(type)
      try withUnsafeTemporaryAllocation(of: (repeat each T).self, capacity: 1) { (memory) throws in
        repeat {
          try row.read(type, into: memory)
          all.append(memory.moveElement(from: 0))
        } while try driver.step()
      }
    }
    lastRowCount = all.count
    return all
  }

  @inlinable
  func firstTuple<each T: ColumnValue>(_ type: (repeat each T).Type) throws -> ((repeat each T))? {
    guard try step() else { return nil }
    let row: (repeat each T) = try row().tuple(type)
    return .some(row)
  }

  @inlinable
  func allValues<T: ColumnValue>(_ type: T.Type) throws -> [T] {
    var all: [T] = []
    all.reserveCapacity(expectedCount(of: type))
    try forEachRow { all.append(try $0.get(0)) }
    lastRowCount = all.count
    return all
  }

  @inlinable
  func firstValue<T: ColumnValue>(_ type: T.Type) throws -> T? { try step() ? try row().get(0) : nil }

  /// Decodes all rows, with one decoder.
  @inlinable
  func allDecoded<T: Decodable>(_ type: T.Type, _ strategy: RowCodingStrategy) throws -> [T] {
    guard try step() else { return [] }
    defer { endRows() }
    var rows = decodedRows(strategy)
    defer { rows.end() }
    var all: [T] = []
    all.reserveCapacity(expectedCount(of: type))
    repeat { all.append(try rows.decode(type)) } while try driver.step()
    lastRowCount = all.count
    return all
  }
}
