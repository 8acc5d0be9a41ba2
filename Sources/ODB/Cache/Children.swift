/// The children of a table, found by name.
///
/// A Dictionary would do more work: here a name's hash is known, its key is stored only in the node, and making room
/// moves only numbers.
struct Children {
  /// To find a node, start at the slot given by its name's hash, and go on through the following ones.
  private struct Slot {
    static let free = Slot(hash: 0, place: .max)

    let hash: UInt32
    var place: UInt32

    var isFree: Bool { place == .max }
  }

  /// All of them, in no particular order.
  private(set) var nodes: [Node] = []
  /// Their number is a power of two, and at most half are taken; there are none without children.
  private var slots: [Slot] = []

  var count: Int { nodes.count }
  var isEmpty: Bool { nodes.isEmpty }

  /// The child with a name; nil if there is none.
  subscript(name: NodeName) -> Node? { slot(of: name).map { nodes[Int(slots[$0].place)] } }

  /// Adds a child; returns the one that had its name.
  mutating func insert(_ node: Node) -> Node? {
    if let slot = slot(of: node.name) {
      let place = Int(slots[slot].place)
      defer { nodes[place] = node }
      return nodes[place]
    }
    if (nodes.count + 1) * 2 > slots.count { makeRoom() }
    link(Slot(hash: node.name.hash, place: UInt32(nodes.count)))
    nodes.append(node)
    return nil
  }

  /// Removes the child with this name.
  mutating func remove(_ name: NodeName) {
    guard let slot = slot(of: name) else { return }
    let place = slots[slot].place
    free(slot)
    let last = nodes.removeLast()
    if place == nodes.count { return }
    // The last one takes its place.
    nodes[Int(place)] = last
    var index = first(last.name.hash)
    while slots[index].place != nodes.count { index = next(index) }
    slots[index].place = place
  }

  // MARK: Slots

  private func first(_ hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  private func slot(of name: NodeName) -> Int? {
    if slots.isEmpty { return nil }
    var index = first(name.hash)
    while true {
      let slot = slots[index]
      if slot.isFree { return nil }
      if slot.hash == name.hash, nodes[Int(slot.place)].name.key == name.key { return index }
      index = next(index)
    }
  }

  private mutating func link(_ slot: Slot) {
    var index = first(slot.hash)
    while !slots[index].isFree { index = next(index) }
    slots[index] = slot
  }

  private mutating func makeRoom() {
    let old = slots
    slots = Array(repeating: .free, count: max(4, old.count * 2))
    for slot in old where !slot.isFree { link(slot) }
  }

  /// Frees a slot. Children in later slots that it kept from their own move up.
  private mutating func free(_ slot: Int) {
    var hole = slot
    var index = next(slot)
    while !slots[index].isFree {
      let mask = slots.count - 1
      if (index - first(slots[index].hash)) & mask >= (index - hole) & mask {
        slots[hole] = slots[index]
        hole = index
      }
      index = next(index)
    }
    slots[hole] = .free
  }
}
