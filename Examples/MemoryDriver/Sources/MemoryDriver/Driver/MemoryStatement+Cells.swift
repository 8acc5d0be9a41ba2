import ORDA

/// Values are bound and cells are read one by one, so that nothing here throws, waits or allocates memory for a number.
extension MemoryStatement {
  func bindNull(at index: Int) { bound[index] = .null }
  func bind(_ value: Int64, at index: Int) { bound[index] = .int(value) }
  func bind(_ value: String, at index: Int) { bound[index] = .text(value) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bound[index] = .bytes(Array(bytes)) }

  func bind(_ value: Double, at index: Int) {
    bound[index] = .double(value)
    if value.isNaN { refuse(index, .outOfRange, "NaN is no number that can be compared, so it can't be stored") }
  }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .double(let number): bind(number, at: index)
    case .other(let type, _): refuse(index, .unsupported, "this database has no type \(type)")
    default: bound[index] = value
    }
  }

  /// Keeps what was wrong with a value, for the first step to throw.
  private func refuse(_ index: Int, _ kind: DatabaseError.Kind, _ reason: String) {
    if bindFailure == nil { bindFailure = DatabaseError(kind, "parameter \(index + 1): \(reason)") }
  }

  func isNull(_ cell: Int) -> Bool { row.isNull(cell) }
  func int(_ cell: Int) -> Int64? { row.int(cell) }
  func double(_ cell: Int) -> Double? { row.double(cell) }
  func text(_ cell: Int) -> String? { row.text(cell) }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { row.utf8(cell) }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { row.bytes(cell) }
  func value(_ cell: Int) -> Value { row.value(cell) }
}
