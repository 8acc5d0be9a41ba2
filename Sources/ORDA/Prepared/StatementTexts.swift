/// Texts with their slots: a bounded number, from which the least recently used one is removed when another comes.
struct StatementTexts {
  private struct Entry {
    let text: StatementText
    let slot: StatementSlot
    let hash: Int
    /// The next entry of the same chain; -1 at its end.
    var next: Int
  }

  private let capacity: Int
  private var entries: [Entry] = []
  /// The first entry of each chain, by the lowest bits of its texts' hash; -1 if there is none.
  private var chains: [Int] = []
  private var order = UseOrder()
  /// The last one used for each length, by its lowest bits: comparing a text takes a tenth of the time of hashing it.
  private var lastOfLength = [Int](repeating: -1, count: 8)

  /// - Parameter capacity: The maximum number, from 1.
  init(capacity: Int) { self.capacity = capacity }

  /// The slot of a text that was used a moment ago.
  mutating func recent(_ sql: String, _ interpolations: Int) -> StatementSlot? {
    let place = lastOfLength[sql.utf8.count & 7]
    guard place >= 0, entries[place].text.isText(sql, interpolations) else { return nil }
    order.use(place)
    return entries[place].slot
  }

  /// The slot of a text, if it is known.
  mutating func find(_ text: StatementText, _ hash: Int) -> StatementSlot? {
    guard let place = place(of: text, hash) else { return nil }
    note(place, text)
    return entries[place].slot
  }

  /// Notes a text, and returns the slot that was removed for it.
  mutating func remember(_ slot: StatementSlot, _ text: StatementText, _ hash: Int) -> StatementSlot? {
    var forgotten: StatementSlot?
    var place = entries.count
    if let known = self.place(of: text, hash) {
      place = known
    } else if place == capacity {
      place = order.oldest
    }
    let entry = Entry(text: text, slot: slot, hash: hash, next: -1)
    if place < entries.count {
      forgotten = entries[place].slot
      unchain(place)
      entries[place] = entry
    } else {
      entries.append(entry)
      if entries.count > chains.count { rechain() }
    }
    chain(place)
    note(place, text)
    return forgotten
  }

  private mutating func note(_ place: Int, _ text: StatementText) {
    order.use(place)
    lastOfLength[text.sql.utf8.count & 7] = place
  }

  private func place(of text: StatementText, _ hash: Int) -> Int? {
    if chains.isEmpty { return nil }
    var place = chains[hash & (chains.count - 1)]
    while place >= 0 {
      if entries[place].hash == hash, entries[place].text == text { return place }
      place = entries[place].next
    }
    return nil
  }

  private mutating func chain(_ place: Int) {
    let number = entries[place].hash & (chains.count - 1)
    entries[place].next = chains[number]
    chains[number] = place
  }

  private mutating func unchain(_ place: Int) {
    let number = entries[place].hash & (chains.count - 1)
    let next = entries[place].next
    if chains[number] == place {
      chains[number] = next
      return
    }
    var before = chains[number]
    while entries[before].next != place { before = entries[before].next }
    entries[before].next = next
  }

  /// Doubles the chains, and redistributes all entries but the last.
  private mutating func rechain() {
    chains = [Int](repeating: -1, count: max(16, chains.count * 2))
    for place in entries.indices.dropLast() { chain(place) }
  }
}
