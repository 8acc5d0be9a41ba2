/// Some of a table's columns, by their places: the first 64 need no memory of their own.
struct ColumnSet: Sendable, Equatable {
  private var low: UInt64 = 0
  private var high: Set<Int> = []

  init() {}

  /// Some columns.
  init(_ columns: some Sequence<Int>) { for column in columns { insert(column) } }

  var isEmpty: Bool { low == 0 && high.isEmpty }

  mutating func insert(_ column: Int) {
    if column < 64 { low |= 1 << UInt64(column) } else { high.insert(column) }
  }

  mutating func formUnion(_ other: ColumnSet) {
    low |= other.low
    if !other.high.isEmpty { high.formUnion(other.high) }
  }

  func contains(_ column: Int) -> Bool { column < 64 ? low & (1 << UInt64(column)) != 0 : high.contains(column) }

  func intersects(_ other: ColumnSet) -> Bool { low & other.low != 0 || !high.isDisjoint(with: other.high) }

  func containsAny(of columns: [Int]) -> Bool { columns.contains(where: contains) }

  /// The columns in ascending order.
  var columns: [Int] { (0..<64).filter { low & (1 << UInt64($0)) != 0 } + high.sorted() }

  func forEach(_ body: (Int) -> Void) {
    var left = low
    while left != 0 {
      body(left.trailingZeroBitCount)
      left &= left - 1
    }
    if !high.isEmpty { for column in high.sorted() { body(column) } }
  }
}

extension ColumnSet {
  /// The columns in which two rows differ; strings are compared byte by byte.
  init(differencesOf first: [Value], and second: [Value]) {
    for column in 0..<min(first.count, second.count) where !first[column].isStoredAs(second[column]) {
      insert(column)
    }
  }
}

extension Value {
  /// True if this stored value is what a program expects: the same, or the same once it is read as the expected value's
  /// type.
  func isStill(_ expected: (any ValueConvertible)?) throws(DatabaseError) -> Bool {
    guard let expected else { return isNull }
    let value = try expected.value()
    if isStoredAs(value) { return true }
    guard !isNull, let type = Swift.type(of: expected) as? any (ColumnValue & ValueConvertible).Type else {
      return false
    }
    return isStill(value, as: type)
  }

  private func isStill(_ value: Value, as type: any (ColumnValue & ValueConvertible).Type) -> Bool {
    guard let read = try? type.init(value: self).value() else { return false }
    return read.isStoredAs(value)
  }
}
