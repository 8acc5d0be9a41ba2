/// Reading and binding: through what was kept, or the driver.
extension BufferedStatement {
  /// What was kept, and the cell's place in it.
  @inline(__always)
  private func read<T>(_ cell: Int, _ body: (any RowSource, Int) -> T) -> T {
    if let rows = kept.first { body(rows.buffer, rows.base + cell) } else { body(statement, cell) }
  }

  func isNull(_ cell: Int) -> Bool { read(cell) { $0.isNull($1) } }
  func int(_ cell: Int) -> Int64? { read(cell) { $0.int($1) } }
  func double(_ cell: Int) -> Double? { read(cell) { $0.double($1) } }
  func text(_ cell: Int) -> String? { read(cell) { $0.text($1) } }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { read(cell) { $0.utf8($1) } }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { read(cell) { $0.bytes($1) } }
  func value(_ cell: Int) -> Value { read(cell) { $0.value($1) } }
  func lent(_ cell: Int) -> BorrowedValue { read(cell) { $0.lent($1) } }
  func uncheckedInt(_ cell: Int) -> Int64? { read(cell) { $0.uncheckedInt($1) } }
  func uncheckedDouble(_ cell: Int) -> Double? { read(cell) { $0.uncheckedDouble($1) } }
  func uncheckedText(_ cell: Int) -> String? { read(cell) { $0.uncheckedText($1) } }

  func bindNull(at index: Int) { statement.bindNull(at: index) }
  func bind(_ value: Int64, at index: Int) { statement.bind(value, at: index) }
  func bind(_ value: Double, at index: Int) { statement.bind(value, at: index) }
  func bind(_ value: String, at index: Int) { statement.bind(value, at: index) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { statement.bind(bytes: bytes, at: index) }
  func bind(_ value: Value, at index: Int) { statement.bind(value, at: index) }
  func bind(_ list: ValueList, at index: Int) throws(DatabaseError) { try statement.bind(list, at: index) }
}
