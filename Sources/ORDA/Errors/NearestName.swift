/// The candidate that differs from a name by the fewest typing errors, or nil if none is near.
///
/// A typing error is a letter too many, missing or wrong, or two letters in the wrong order. Up to one in three letters
/// is near, and case does not count. The first of equally near candidates wins. Names above 64 letters are not
/// compared.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
  var best: (name: String, slips: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars)
    let limit = min(best.map { $0.slips - 1 } ?? .max, max(1, max(wanted.count, other.count) / 3))
    guard !other.isEmpty, abs(wanted.count - other.count) <= limit else { continue }
    let slips = editDistance(wanted, other)
    if slips <= limit { best = (candidate, slips) }
  }
  return best?.name
}

/// How many letters must be added, removed, changed or swapped with the next to turn one name into the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for (column, other) in right.enumerated() {
      var slips = min(previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        slips = min(slips, beforePrevious[column - 1] + 1)
      }
      current.append(slips)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
