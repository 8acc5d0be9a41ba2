/// Reading and binding: through what was kept, or the driver.
///
/// Each requirement is written out: one function that takes another, or the source of a cell as a value, retains the driver's
/// statement for each cell.
extension BufferedStatement {
  /// What was kept, and a cell's place in it.
  private var rest: RowBuffer { kept[0].buffer }
  private func place(_ cell: Int) -> Int { kept[0].base + cell }

  func isNull(_ cell: Int) -> Bool { kept.isEmpty ? statement.isNull(cell) : rest.isNull(place(cell)) }
  func int(_ cell: Int) -> Int64? { kept.isEmpty ? statement.int(cell) : rest.int(place(cell)) }
  func double(_ cell: Int) -> Double? { kept.isEmpty ? statement.double(cell) : rest.double(place(cell)) }
  func text(_ cell: Int) -> String? { kept.isEmpty ? statement.text(cell) : rest.text(place(cell)) }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { kept.isEmpty ? statement.utf8(cell) : rest.utf8(place(cell)) }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { kept.isEmpty ? statement.bytes(cell) : rest.bytes(place(cell)) }
  func value(_ cell: Int) -> Value { kept.isEmpty ? statement.value(cell) : rest.value(place(cell)) }
  func lent(_ cell: Int) -> BorrowedValue { kept.isEmpty ? statement.lent(cell) : rest.lent(place(cell)) }
  func uncheckedInt(_ cell: Int) -> Int64? {
    kept.isEmpty ? statement.uncheckedInt(cell) : rest.uncheckedInt(place(cell))
  }
  func uncheckedDouble(_ cell: Int) -> Double? {
    kept.isEmpty ? statement.uncheckedDouble(cell) : rest.uncheckedDouble(place(cell))
  }
  func uncheckedText(_ cell: Int) -> String? {
    kept.isEmpty ? statement.uncheckedText(cell) : rest.uncheckedText(place(cell))
  }

  func bindNull(at index: Int) { statement.bindNull(at: index) }
  func bind(_ value: Int64, at index: Int) { statement.bind(value, at: index) }
  func bind(_ value: Double, at index: Int) { statement.bind(value, at: index) }
  func bind(_ value: String, at index: Int) { statement.bind(value, at: index) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { statement.bind(bytes: bytes, at: index) }
  func bind(_ value: Value, at index: Int) { statement.bind(value, at: index) }
  func bind(_ list: ValueList, at index: Int) throws(DatabaseError) { try statement.bind(list, at: index) }
}
