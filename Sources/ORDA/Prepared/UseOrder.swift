/// The order of last use, of things known by small numbers: a list of neighbours in an array, so that using one and
/// finding the oldest take the same time however many there are.
struct UseOrder {
  private struct Neighbours {
    var newer = -1
    var older = -1
    var isListed = false
  }

  private var neighbours: [Neighbours] = []
  private(set) var newest = -1
  /// The one not used for the longest time; -1 if there is none.
  private(set) var oldest = -1

  /// The one that was used next after another; -1 if there is none.
  func newer(than number: Int) -> Int { neighbours[number].newer }

  /// Notes that one is used now, adding a new one.
  @inline(__always)
  mutating func use(_ number: Int) {
    if number != newest { moveToFront(number) }
  }

  private mutating func moveToFront(_ number: Int) {
    while neighbours.count <= number { neighbours.append(Neighbours()) }
    remove(number)
    neighbours[number] = Neighbours(newer: -1, older: newest, isListed: true)
    if newest >= 0 { neighbours[newest].newer = number } else { oldest = number }
    newest = number
  }

  /// Forgets one.
  mutating func remove(_ number: Int) {
    guard number < neighbours.count, neighbours[number].isListed else { return }
    let (newer, older) = (neighbours[number].newer, neighbours[number].older)
    if newer >= 0 { neighbours[newer].older = older } else { newest = older }
    if older >= 0 { neighbours[older].newer = newer } else { oldest = newer }
    neighbours[number].isListed = false
  }
}
