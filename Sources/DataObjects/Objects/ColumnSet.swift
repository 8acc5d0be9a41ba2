/// Some of an entity's columns, by their places: its attributes in order, then its relationships.
struct ColumnSet: Sendable, Hashable {
  /// How many an entity may have.
  static let limit = 64

  private(set) var bits: UInt64 = 0

  init() {}
  init(_ column: Int) { bits = 1 << UInt64(column) }

  /// The first `count` columns.
  init(first count: Int) { bits = count >= Self.limit ? .max : (1 << UInt64(count)) - 1 }

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }

  func contains(_ column: Int) -> Bool { bits & 1 << UInt64(column) != 0 }
  mutating func insert(_ column: Int) { bits |= 1 << UInt64(column) }
  mutating func formUnion(_ other: ColumnSet) { bits |= other.bits }
  mutating func formIntersection(_ other: ColumnSet) { bits &= other.bits }
  mutating func subtract(_ other: ColumnSet) { bits &= ~other.bits }
}

extension ColumnSet: Sequence {
  func makeIterator() -> some IteratorProtocol<Int> { Places(rest: bits) }

  private struct Places: IteratorProtocol {
    var rest: UInt64

    mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }
}
