/// Binding, which keeps the values until their kinds are known, and reading from the running statement.
extension TypedStatement {
  func bindNull(at index: Int) { bound[index] = .null }
  func bind(_ value: Int64, at index: Int) { bound[index] = .int(value) }
  func bind(_ value: Double, at index: Int) { bound[index] = .double(value) }
  func bind(_ value: String, at index: Int) { bound[index] = .text(value) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bound[index] = .bytes([UInt8](bytes)) }
  func bind(_ value: Value, at index: Int) { bound[index] = value }

  func bind(_ list: ValueList, at index: Int) throws(DatabaseError) {
    try request.lists.check(list, at: index)
    // A kind of its own, so that no statement for a value of another is chosen.
    bound[index] = .other(type: "list", bytes: [])
    lists[index] = list
  }

  func isNull(_ cell: Int) -> Bool { current?.isNull(cell) ?? true }
  func int(_ cell: Int) -> Int64? { current?.int(cell) }
  func double(_ cell: Int) -> Double? { current?.double(cell) }
  func text(_ cell: Int) -> String? { current?.text(cell) }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { current?.utf8(cell) }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { current?.bytes(cell) }
  func value(_ cell: Int) -> Value { current?.value(cell) ?? .null }
  func lent(_ cell: Int) -> BorrowedValue { current?.lent(cell) ?? .null }
  func uncheckedInt(_ cell: Int) -> Int64? { current?.uncheckedInt(cell) }
  func uncheckedDouble(_ cell: Int) -> Double? { current?.uncheckedDouble(cell) }
  func uncheckedText(_ cell: Int) -> String? { current?.uncheckedText(cell) }
}
