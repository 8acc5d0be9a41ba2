internal import Foundation

/// A range of keys, including both ends: objects with keys outside of it need not be looked at.
struct KeyRange: Sendable, Equatable {
  /// Nil for no limit.
  var from: [UInt8]?
  /// Nil for no limit.
  var through: [UInt8]?
  /// True if it contains no key.
  var isEmpty: Bool

  init(from: ShelfKey?, through: ShelfKey?, isEmpty: Bool = false) {
    self.from = from?.bytes
    self.through = through?.bytes
    self.isEmpty = isEmpty
  }

  /// The bytes of the first key that is not nil's, and of the first that is greater than all.
  private static let (first, end): ([UInt8], [UInt8]) = ([1], [4])

  /// Keys that are not nil's, from one on or up to one.
  static func known(from: ShelfKey? = nil, through: ShelfKey? = nil) -> KeyRange {
    var range = KeyRange(from: from, through: through, isEmpty: from == .null || through == .null)
    range.from = range.from ?? first
    range.through = range.through ?? end
    return range
  }

  /// The keys of strings with a prefix.
  static func prefix(_ prefix: String) -> KeyRange {
    // What composes with the prefix's last scalar, as an accent does, changes the bytes there: that much is left open.
    let sure = String(String.UnicodeScalarView(prefix.precomposedStringWithCanonicalMapping.unicodeScalars.dropLast()))
    let from = ShelfKey.text(sure).bytes
    var range = KeyRange(from: nil, through: nil)
    range.from = from
    range.through = from + [0xFF]
    return range
  }

  /// The part common to both.
  func intersection(_ other: KeyRange) -> KeyRange {
    var range = self
    range.isEmpty = isEmpty || other.isEmpty
    if let from = other.from { range.from = range.from.map { precedes($0, from) ? from : $0 } ?? from }
    if let through = other.through {
      range.through = range.through.map { precedes(through, $0) ? through : $0 } ?? through
    }
    if let from = range.from, let through = range.through, precedes(through, from) { range.isEmpty = true }
    return range
  }

  /// True if it is a single key.
  var isPoint: Bool { from != nil && from == through }
}

/// True if some bytes come before others, in a database's order.
func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }

/// A field that must be in a range.
struct FieldRange<Object: ShelfData>: Sendable {
  let path: any PartialKeyPath<Object> & Sendable
  let range: KeyRange

  init(_ path: any PartialKeyPath<Object> & Sendable, _ range: KeyRange) {
    self.path = path
    self.range = range
  }
}
