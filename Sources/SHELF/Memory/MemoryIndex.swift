internal import Foundation

/// The keys of objects in memory, and their references, in the order in which they are queried.
struct MemoryIndex {
  /// What is known of an object.
  private struct Entry {
    let type: String?
    let references: [ShelfId]
    var keys: [ShelfField: [UInt8]]
    let expires: Double?
  }

  /// A field of a type.
  private struct Name: Hashable {
    let type: String
    let field: ShelfField
  }

  private var entries: [ShelfId: Entry] = [:]
  private var keys: [Name: SortedFindings] = [:]
  private var referrers: [ShelfId: Set<ShelfId>] = [:]
  private var counts: [String: Int] = [:]
  private var expiring: Set<ShelfId> = []
  /// The fields that were reported to be complete, and are.
  private var complete: [String: Set<ShelfField>] = [:]

  // MARK: Changing

  /// Takes over an object's new contents.
  mutating func put(_ id: ShelfId, _ contents: ShelfWrite.Contents, type: String?) {
    remove(id)
    var entry = Entry(
      type: type, references: contents.references, keys: [:],
      expires: contents.expires?.timeIntervalSinceReferenceDate)
    if entry.expires != nil { expiring.insert(id) }
    for target in entry.references { referrers[target, default: []].insert(id) }
    if let type {
      counts[type, default: 0] += 1
      for key in contents.keys ?? [] { entry.keys[key.field] = key.key.bytes }
      for (field, key) in entry.keys { keys[Name(type: type, field: field), default: SortedFindings()].add(id, key) }
      // An object without a field's key makes its index incomplete.
      if let known = complete[type] { complete[type] = known.filter { entry.keys[$0] != nil } }
    }
    entries[id] = entry
  }

  mutating func remove(_ id: ShelfId) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    expiring.remove(id)
    for target in entry.references {
      referrers[target]?.remove(id)
      if referrers[target]?.isEmpty == true { referrers[target] = nil }
    }
    guard let type = entry.type else { return }
    counts[type, default: 0] -= 1
    for (field, key) in entry.keys { keys[Name(type: type, field: field)]?.remove(id, key) }
  }

  /// Adds keys to those that an object of a type has.
  mutating func fill(_ id: ShelfId, _ type: String, _ added: [ShelfFieldKey]) {
    guard var entry = entries[id], entry.type == type else { return }
    for key in added {
      let name = Name(type: type, field: key.field)
      if let old = entry.keys.updateValue(key.key.bytes, forKey: key.field) { keys[name]?.remove(id, old) }
      keys[name, default: SortedFindings()].add(id, key.key.bytes)
    }
    entries[id] = entry
  }

  /// Notes that a field's index is complete, if it is.
  mutating func complete(_ field: ShelfField, of type: String) -> Bool {
    guard keys[Name(type: type, field: field)]?.count ?? 0 == count(type) else { return false }
    complete[type, default: []].insert(field)
    return true
  }

  // MARK: Asking

  func count(_ type: String) -> Int { counts[type] ?? 0 }

  func completeFields(of type: String) -> Set<ShelfField> { complete[type] ?? [] }

  mutating func find(_ search: ShelfSearch) -> [ShelfFinding] {
    let name = Name(type: search.type, field: search.field)
    guard let sorted = keys[name]?.sorted() else { return [] }
    var found: [ShelfFinding] = []
    if search.limit <= 0 { return found }
    SearchedPart(search, of: sorted).walk { index in
      found.append(sorted[index])
      return found.count < search.limit
    }
    return found
  }

  func referrers(to target: ShelfId, after id: ShelfId?, limit: Int) -> [ShelfId] {
    let all = (referrers[target] ?? []).filter { from in id.map { from > $0 } ?? true }
    return Array(all.sorted().prefix(limit))
  }

  func expired(before seconds: Double, limit: Int) -> [ShelfId] {
    Array(expiring.lazy.filter { id in entries[id]?.expires.map { $0 < seconds } ?? false }.prefix(limit))
  }
}

/// The keys of a field, sorted on demand: if few have changed since, each finds its place, otherwise all are sorted
/// again.
struct SortedFindings {
  private static let few = 64

  private var known: [ShelfFinding] = []
  /// Changes since then: true for what was added, false for what was removed.
  private var changes: [ShelfFinding: Bool] = [:]
  private(set) var count = 0

  mutating func add(_ id: ShelfId, _ key: [UInt8]) {
    change(ShelfFinding(id, key: key), isAdded: true)
    count += 1
  }

  mutating func remove(_ id: ShelfId, _ key: [UInt8]) {
    change(ShelfFinding(id, key: key), isAdded: false)
    count -= 1
  }

  /// Adding and removing, or removing and adding, cancel out.
  private mutating func change(_ finding: ShelfFinding, isAdded: Bool) {
    if changes.removeValue(forKey: finding) == nil { changes[finding] = isAdded }
  }

  /// All of them in order.
  mutating func sorted() -> [ShelfFinding] {
    if changes.isEmpty { return known }
    if changes.count > Self.few {
      known.removeAll { changes[$0] == false }
      known += changes.lazy.filter(\.value).map(\.key)
      known.sort(by: ShelfFinding.isOrdered)
    } else {
      for (finding, isAdded) in changes {
        let place = leadingCount(of: known.count) { ShelfFinding.isOrdered(known[$0], finding) }
        if isAdded {
          known.insert(finding, at: place)
        } else if place < known.count, known[place] == finding {
          known.remove(at: place)
        }
      }
    }
    changes = [:]
    return known
  }
}
