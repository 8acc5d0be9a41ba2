/// The places of a table's entries by their keys, which hold no entry.
///
/// Keys that are one whole number, as most are, have a dictionary of their own: to hash and to compare them takes a fraction.
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

  /// Makes room for entries that are about to come: moving the slots each time there are too few takes long.
  mutating func reserveCapacity(_ count: Int) { if count > self.count { numbered.reserveCapacity(count) } }

  /// Takes an entry out, if it is the one at this key.
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
