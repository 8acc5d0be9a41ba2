/// The shortest way from one list to another: deletions, insertions, and moves of what is in both.
///
/// A common head and tail are skipped; the rest is hashed once. Of the elements in both lists, the most that keep their
/// order stay where they are (a longest increasing subsequence), and only the others move. So it takes linear time,
/// except for lists that are thoroughly mixed: n log n.
struct ListDifference {
  /// The places in the old list of what is not in the new one, ascending.
  private(set) var deletes: [Int] = []
  /// The places in the new list of what was not in the old one, ascending.
  private(set) var inserts: [Int] = []
  /// What moved, by its place in the old list and in the new one; ascending by the new ones.
  private(set) var moves: [(from: Int, to: Int)] = []

  /// How many elements the lists begin with alike.
  private let head: Int
  /// How much further on the common tail begins in the new list than in the old one.
  private let shift: Int
  /// Where elements of the new list lie in the old one, between the common head and tail; -1 for new ones.
  private var origins: [Int]

  init<Element: Hashable>(from old: [Element], to new: [Element]) {
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    self.head = head
    shift = new.count - old.count
    origins = Array(repeating: -1, count: new.count - tail - head)

    // If an element is in a list twice, the second counts as another one.
    var places: [Element: Int] = [:]
    places.reserveCapacity(origins.count)
    for place in head..<(new.count - tail) where places[new[place]] == nil { places[new[place]] = place }
    var kept: [(from: Int, to: Int)] = []
    for place in head..<(old.count - tail) {
      if let target = places[old[place]], origins[target - head] < 0 {
        origins[target - head] = place
        kept.append((place, target))
      } else {
        deletes.append(place)
      }
    }
    for place in origins.indices where origins[place] < 0 { inserts.append(head + place) }
    moves = Self.outOfOrder(kept)
  }

  var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty }

  /// Where an element of the new list lies in the old one; nil for a new one.
  func origin(of place: Int) -> Int? {
    if place < head { return place }
    guard place - head < origins.count else { return place - shift }
    let origin = origins[place - head]
    return origin < 0 ? nil : origin
  }

  /// The fewest without which the rest ascends; ascending by `to`.
  ///
  /// - Parameter kept: Ascending by `from`.
  private static func outOfOrder(_ kept: [(from: Int, to: Int)]) -> [(from: Int, to: Int)] {
    // For each length of an ascending sequence, the end of the one that ends lowest.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: kept.count)
    for index in kept.indices {
      let target = kept[index].to
      var low = 0
      if let last = ends.last, kept[last].to < target {
        low = ends.count
      } else {
        var high = ends.count
        while low < high {
          let middle = (low + high) / 2
          if kept[ends[middle]].to < target { low = middle + 1 } else { high = middle }
        }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    if ends.count == kept.count { return [] }
    var stays = Array(repeating: false, count: kept.count)
    var index = ends.last ?? -1
    while index >= 0 {
      stays[index] = true
      index = previous[index]
    }
    return kept.indices.filter { !stays[$0] }.map { kept[$0] }.sorted { $0.to < $1.to }
  }
}
