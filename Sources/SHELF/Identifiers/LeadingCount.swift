/// How many elements come first, if all that meet a condition precede all that do not.
func leadingCount(of count: Int, _ isLeading: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = (low + high) / 2
    if isLeading(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}

extension [ShelfId] {
  /// How many of the ids, which are in ascending order, are less than or equal to an id.
  func count(upTo id: ShelfId) -> Int { leadingCount(of: count) { self[$0] <= id } }
}
