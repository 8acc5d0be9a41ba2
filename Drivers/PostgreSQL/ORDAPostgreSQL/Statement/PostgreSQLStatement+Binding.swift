internal import ORDA

extension PostgreSQLStatement: BindTarget {
  func bindNull(at index: Int) { bound[index] = .null }
  func bind(_ value: Int64, at index: Int) { bound[index] = .int(value) }
  func bind(_ value: Double, at index: Int) { bound[index] = .double(value) }

  func bind(_ value: String, at index: Int) {
    bound[index] = .text(value)
    if value.utf8.contains(0) { refuseNUL(at: index) }
  }

  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bound[index] = .bytes(Array(bytes)) }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bound[index] = .null
    case .int(let number): bound[index] = .int(number)
    case .double(let number): bound[index] = .double(number)
    case .text(let text): bind(text, at: index)
    case .bytes(let bytes): bound[index] = .bytes(bytes)
    case .json(let text):
      bound[index] = .value(value)
      bindsJSON = true
      if text.utf8.contains(0) { refuseNUL(at: index) }
    case .other(_, let bytes):
      bound[index] = .value(value)
      if bytes.contains(0) { refuseNUL(at: index) }
    default: bound[index] = .value(value)
    }
  }

  private func refuseNUL(at index: Int) {
    bindFailure =
      bindFailure
      ?? DatabaseError(
        .unsupported, "PostgreSQL's texts hold no NUL, and that of parameter \(index + 1) has one; store it as bytes",
        sql: sql)
  }

  func bind(_ list: ValueList, at index: Int) throws(DatabaseError) {
    try request.lists.check(list, at: index)
    boundLists[index] = list
  }
}
