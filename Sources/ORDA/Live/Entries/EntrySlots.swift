/// The places of a table's entries by their keys; they hold no entry.
///
/// Most keys are one whole number. These have a dictionary of their own, which hashes and compares them in a fraction
/// of the time.
struct EntrySlots {
  private var numbered: [NumberKey: EntryReference] = [:]
  private var others: [RowKey: EntryReference] = [:]

  /// How many entries have a place.
  var count: Int { numbered.count + others.count }

  /// All entries that have a place.
  var all: [TableEntry] { numbered.values.compactMap(\.entry) + others.values.compactMap(\.entry) }

  /// The entry at a key.
  @inline(__always)
  func entry(at key: RowKey) -> TableEntry? {
    if let number = key.number { numbered[NumberKey(number: number)]?.entry } else { others[key]?.entry }
  }

  /// Puts an entry at a key.
  mutating func place(_ entry: TableEntry, at key: RowKey) {
    if let number = key.number {
      numbered[NumberKey(number: number)] = EntryReference(entry)
    } else {
      others[key] = EntryReference(entry)
    }
  }

  /// Makes room for entries about to come, so that the dictionary need not grow again and again.
  mutating func reserveCapacity(_ count: Int) { if count > self.count { numbered.reserveCapacity(count) } }

  /// Removes an entry, if it is the one at this key.
  mutating func remove(_ entry: TableEntry, at key: RowKey) {
    if let number = key.number {
      Self.remove(entry, at: NumberKey(number: number), from: &numbered)
    } else {
      Self.remove(entry, at: key, from: &others)
    }
  }

  @inline(__always)
  private static func remove<Key>(_ entry: TableEntry, at key: Key, from slots: inout [Key: EntryReference]) {
    guard let index = slots.index(forKey: key), slots.values[index].isTo(entry) else { return }
    slots.remove(at: index)
  }
}
