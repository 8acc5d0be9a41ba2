/// A row that a running statement lends: the fast way to read.
///
/// A `Row` lives as long as the closure that it is lent to, or until the next one is requested. It can't be copied or
/// kept; the compiler refuses most attempts, and a late read is a `misuse` error. What is read from it can be kept, and
/// so can a ``FetchedRow``.
///
/// ```swift
/// try statement.forEach(10) { row in
///   let id = try row.get(0, as: Int.self)     // by index: what C costs
///   let name: String = try row["name"]        // by name
/// }
/// ```
public struct Row: ~Copyable {
  @usableFromInline let source: any RowSource
  @usableFromInline let base: Int
  @usableFromInline var columnCount: Int
  /// It has the columns' names too: a row that retains less is lent faster.
  @usableFromInline let loan: Loan
  @usableFromInline var generation: Int

  @inlinable
  init(source: any RowSource, base: Int, count: Int, loan: Loan) {
    self.source = source
    self.base = base
    columnCount = count
    self.loan = loan
    self.generation = loan.generation
  }

  /// Stands for a row if there is none: every read of it is `misuse`.
  init(missingFrom source: any RowSource, loan: Loan) {
    self.source = source
    base = 0
    columnCount = 0
    self.loan = loan
    generation = loan.generation &- 1
  }
}

extension Row {
  /// How many columns the row has.
  @inlinable public var count: Int { columnCount }

  @inlinable var names: ColumnNames { loan.names }

  /// The names of the columns, in order.
  public var columnNames: [String] { count == 0 ? [] : names.names }

  /// Reads a column by its index, from 0, strictly: text or a fraction is not an integer, NULL is only nil.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `outOfRange` or `noSuchColumn`, naming the column.
  @inlinable
  public func get<T: ColumnValue>(_ index: Int, as type: T.Type = T.self) throws -> T {
    if loan.generation == generation, UInt(bitPattern: index) < UInt(bitPattern: count),
      let value = T.read(from: source, at: base &+ index)
    {
      return value
    }
    return try convert(index)
  }

  /// Reads a column by its index, from 0, as the database itself converts it: on SQLite `'12abc'` is 12, and only NULL is
  /// an error. A little faster than ``get(_:as:)-(Int,_)``.
  @inlinable
  public func get<T: ColumnValue>(unchecked index: Int, as type: T.Type = T.self) throws -> T {
    if loan.generation == generation, UInt(bitPattern: index) < UInt(bitPattern: count),
      let value = T.readUnchecked(from: source, at: base &+ index)
    {
      return value
    }
    return try convert(index)
  }

  /// Reads a column by its name; if several have it, the first.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `outOfRange` or `noSuchColumn`, naming the column.
  @inlinable
  public func get<T: ColumnValue>(_ name: String, as type: T.Type = T.self) throws -> T {
    try get(try index(of: name))
  }

  /// Reads a column by its name.
  @inlinable
  public subscript<T: ColumnValue>(name: String) -> T {
    get throws { try get(try index(of: name)) }
  }

  /// Reads a column by its name as the database stores it.
  public subscript(name: String) -> Value {
    get throws { try value(try index(of: name)) }
  }

  /// Reads a column by its index as the database stores it.
  public subscript(index: Int) -> Value {
    get throws { try value(index) }
  }

  /// The index of a column, to find once and use in each row.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`.
  @inlinable
  public func index(of name: String) throws -> Int {
    if let index = names.index(of: name, hint: &loan.hint) { return index }
    throw unknown(name)
  }

  /// Lends the UTF-8 of a text column without making a String of it; nil for NULL. The bytes are as the database has
  /// them: if it lets a program store other bytes as text, they may not be UTF-8.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch` if it is not text, and what the body throws.
  @inlinable
  public func withUTF8<R>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) throws -> R? {
    try check(index)
    if let bytes = source.utf8(base &+ index) { return try body(bytes) }
    if source.isNull(base &+ index) { return nil }
    throw mismatch(index, "text")
  }

  /// Lends the bytes of a column without copying them; nil for NULL.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch` if it is not bytes, and what the body throws.
  @inlinable
  public func withBytes<R>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R? {
    try check(index)
    if let bytes = source.bytes(base &+ index) { return try body(bytes) }
    if source.isNull(base &+ index) { return nil }
    throw mismatch(index, "bytes")
  }

  /// Lends the value of a column as the database stores it, without copying it.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`, and what the body throws.
  @inlinable
  public func withValue<R>(_ index: Int, _ body: (BorrowedValue) throws -> R) throws -> R {
    try check(index)
    return try body(source.lent(base &+ index))
  }

  /// True if a column is NULL.
  @inlinable
  public func isNull(_ index: Int) throws -> Bool {
    try check(index)
    return source.isNull(base &+ index)
  }

  /// Reads the row as a whole.
  @inlinable
  public func decode<T: RowDecodable>(_ type: T.Type = T.self) throws -> T { try T(row: self) }

  /// Reads the columns in order as a tuple, which may have fewer elements than the row has columns.
  @inlinable
  public func tuple<each T: ColumnValue>(_ type: (repeat each T).Type) throws -> (repeat each T) {
    try check(type)
    return try withUnsafeTemporaryAllocation(of: (repeat each T).self, capacity: 1) { (memory) throws in
      try read(type, into: memory)
      return memory.moveElement(from: 0)
    }
  }

  /// Throws if the row has fewer columns than a tuple has elements.
  @inlinable @inline(__always)
  func check<each T: ColumnValue>(_ type: (repeat each T).Type) throws {
    var types = PackPlaces(after: -1)
    repeat types.pass((each T).self)
    guard types.last < count else { throw unreadable(count) }
  }

  /// Reads the columns in order into the memory of one tuple, after ``check(_:)``.
  @inlinable @inline(__always)
  func read<each T: ColumnValue>(
    _ type: (repeat each T).Type, into memory: UnsafeMutableBufferPointer<(repeat each T)>
  ) throws {
    guard loan.generation == generation else { throw unreadable(0) }
    let start = UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
    var elements = TupleElements(at: start)
    var cells = PackPlaces(after: base &- 1)
    repeat elements.read((each T).self, from: source, at: cells.next())
    if let failure = elements.failure {
      destroy(type, from: start, to: elements.next)
      throw named(failure, elements.failedCell &- base)
    }
  }

  /// Lets go of what was read of a tuple.
  @usableFromInline
  func destroy<each T: ColumnValue>(
    _ type: (repeat each T).Type, from start: UnsafeMutableRawPointer, to end: UnsafeMutableRawPointer
  ) {
    var elements = TupleElements(at: start)
    repeat elements.destroy((each T).self, before: end)
  }

  /// Reads the row as a Codable value, whose keys are column names.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type = T.self, strategy: RowCodingStrategy = .exact) throws -> T {
    try check(0)
    return try decodeRow(type, from: source, base: base, names: names, strategy: strategy)
  }

  /// A copy of the row that can be kept.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the row is no longer the current one.
  public func fetched() throws -> FetchedRow {
    guard loan.generation == generation else { throw unreadable(0) }
    let buffer = RowBuffer(cellCapacity: count)
    for index in 0..<count { buffer.append(source.value(base + index)) }
    return FetchedRow(buffer: buffer, base: 0, names: names)
  }

  // MARK: The slow ways

  /// Throws what is wrong with reading a column here, if anything.
  @inlinable
  func check(_ index: Int) throws {
    guard loan.generation == generation, UInt(bitPattern: index) < UInt(bitPattern: count) else {
      throw unreadable(index)
    }
  }

  @usableFromInline
  func unreadable(_ index: Int) -> DatabaseError {
    if loan.generation != generation {
      return DatabaseError(.misuse, "this row is no longer the current one; read it before asking for the next")
    }
    return DatabaseError(.noSuchColumn, "column \(index) of a row of \(count), counted from 0")
  }

  @usableFromInline
  func unknown(_ name: String) -> DatabaseError {
    loan.generation == generation ? names.unknown(name) : unreadable(0)
  }

  /// All values; only while the row is lent.
  var values: [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(source.value(base + index)) }
    return values
  }

  @usableFromInline
  func value(_ index: Int) throws -> Value {
    try check(index)
    return source.value(base + index)
  }

  @usableFromInline
  func convert<T: ColumnValue>(_ index: Int) throws -> T {
    do {
      return try T(value: try value(index))
    } catch {
      throw named(error, index)
    }
  }

  /// The error with the name of the column that was read.
  @usableFromInline
  func named(_ error: any Error, _ index: Int) -> any Error {
    guard var error = error as? DatabaseError else { return error }
    if error.column == nil, UInt(bitPattern: index) < UInt(bitPattern: count) { error.column = names.names[index] }
    return error
  }

  @usableFromInline
  func mismatch(_ index: Int, _ wanted: String) -> DatabaseError {
    DatabaseError(
      .typeMismatch, "\(source.value(base + index).typeName) can't be read as \(wanted)", column: names.names[index])
  }
}
