/// How many elements come first, if all that meet a condition come before all that do not.
func leadingCount(of count: Int, _ isLeading: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = (low + high) / 2
    if isLeading(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}

extension [ShelfId] {
  /// How many of the ids come before an id or are that id itself; they are in ascending order.
  func count(upTo id: ShelfId) -> Int { leadingCount(of: count) { self[$0] <= id } }
}
