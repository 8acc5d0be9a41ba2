/// The part of sorted keys that a search asks for.
struct SearchedPart {
  private var low: Int
  private var high: Int
  private let isDescending: Bool

  /// - Parameter order: How a key and its id compare with others: negative if they come first. Without an id, ids don't
  ///   count.
  init(_ search: ShelfSearch, count: Int, order: (Int, [UInt8], ShelfId?) -> Int) {
    isDescending = search.isDescending
    low = search.from.map { key in leadingCount(of: count) { order($0, key, nil) < 0 } } ?? 0
    high = search.through.map { key in leadingCount(of: count) { order($0, key, nil) <= 0 } } ?? count
    if let after = search.after {
      if isDescending {
        high = min(high, leadingCount(of: count) { order($0, after.key, after.id) < 0 })
      } else {
        low = max(low, leadingCount(of: count) { order($0, after.key, after.id) <= 0 })
      }
    }
  }

  /// The part of findings that are sorted.
  init(_ search: ShelfSearch, of findings: [ShelfFinding]) {
    self.init(search, count: findings.count) { index, key, id in
      let own = findings[index]
      if own.key != key { return own.key.lexicographicallyPrecedes(key) ? -1 : 1 }
      guard let id, own.id != id else { return 0 }
      return own.id < id ? -1 : 1
    }
  }

  /// Calls a body for each index in order, until it returns false.
  func walk(_ body: (Int) -> Bool) {
    if low >= high { return }
    if isDescending {
      var index = high - 1
      while index >= low, body(index) { index -= 1 }
    } else {
      var index = low
      while index < high, body(index) { index += 1 }
    }
  }
}

extension ShelfFinding {
  /// True if one comes before another in an index.
  static func isOrdered(_ left: ShelfFinding, _ right: ShelfFinding) -> Bool {
    left.key == right.key ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
  }
}
