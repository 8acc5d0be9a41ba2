import ORDA

extension ScriptedHandle {
  func bindNull(at index: Int) { bound[index] = .null }
  func bind(_ value: Int64, at index: Int) { bound[index] = .int(value) }
  func bind(_ value: Double, at index: Int) { bound[index] = .double(value) }
  func bind(_ value: String, at index: Int) { bound[index] = .text(value) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bound[index] = .bytes(Array(bytes)) }
  func bind(_ value: Value, at index: Int) { bound[index] = value }

  func bind(_ list: ValueList, at index: Int) throws(DatabaseError) {
    try request.lists.check(list, at: index)
    bound[index] = try list.value()
  }

  func isNull(_ cell: Int) -> Bool { row.isNull(cell) }
  func int(_ cell: Int) -> Int64? { row.int(cell) }
  func double(_ cell: Int) -> Double? { row.double(cell) }
  func text(_ cell: Int) -> String? { row.text(cell) }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { row.utf8(cell) }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { row.bytes(cell) }
  func value(_ cell: Int) -> Value { row.value(cell) }
}
