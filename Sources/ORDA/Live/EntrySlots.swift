/// The places of a table's entries by their keys, which hold no entry.
///
/// Keys that are one whole number, as most are, have a dictionary of their own: to hash and to compare them costs a third.
/// Slots are looked at where they are, for to copy a weak reference costs several times as much as to read it.
struct EntrySlots {
  private struct Slot {
    weak var entry: TableEntry?
    var serial: Int
  }

  private var numbered: [Int64: Slot] = [:]
  private var others: [RowKey: Slot] = [:]

  /// How many entries have a place.
  var count: Int { numbered.count + others.count }

  /// All entries that have a place.
  var all: [TableEntry] { numbered.values.compactMap(\.entry) + others.values.compactMap(\.entry) }

  /// The entry at a key.
  @inline(__always)
  mutating func entry(at key: RowKey) -> TableEntry? {
    if let number = key.number { return Self.entry(at: number, in: &numbered) }
    return Self.entry(at: key, in: &others)
  }

  /// The entry at a key, which is made and put there where there is none.
  mutating func entry(
    at key: RowKey, _ serial: Int, make: (_ serial: Int) -> TableEntry
  ) -> (entry: TableEntry, isNew: Bool) {
    if let number = key.number {
      return Self.fill(&numbered[number, default: Slot(entry: nil, serial: -1)], serial, make)
    }
    return Self.fill(&others[key, default: Slot(entry: nil, serial: -1)], serial, make)
  }

  /// Makes room for entries that are about to come, for to move the slots each time that there are too few takes long.
  mutating func reserveCapacity(_ count: Int) { if count > self.count { numbered.reserveCapacity(count) } }

  /// Puts an entry at a key.
  mutating func place(_ entry: TableEntry, at key: RowKey) {
    let slot = Slot(entry: entry, serial: entry.serial)
    if let number = key.number { numbered[number] = slot } else { others[key] = slot }
  }

  /// Takes the entry with a serial number out, if it is the one at this key.
  mutating func remove(_ serial: Int, at key: RowKey) {
    if let number = key.number {
      Self.remove(serial, at: number, from: &numbered)
    } else {
      Self.remove(serial, at: key, from: &others)
    }
  }

  @inline(__always)
  private static func entry<Key>(at key: Key, in slots: inout [Key: Slot]) -> TableEntry? {
    guard let index = slots.index(forKey: key) else { return nil }
    return entry(in: &slots.values[index])
  }

  private static func entry(in slot: inout Slot) -> TableEntry? { slot.entry }

  private static func fill(
    _ slot: inout Slot, _ serial: Int, _ make: (_ serial: Int) -> TableEntry
  ) -> (entry: TableEntry, isNew: Bool) {
    if let entry = slot.entry { return (entry, false) }
    let entry = make(serial)
    slot.entry = entry
    slot.serial = serial
    return (entry, true)
  }

  @inline(__always)
  private static func remove<Key>(_ serial: Int, at key: Key, from slots: inout [Key: Slot]) {
    guard let index = slots.index(forKey: key), self.serial(of: &slots.values[index]) == serial else { return }
    slots.remove(at: index)
  }

  private static func serial(of slot: inout Slot) -> Int { slot.serial }
}
