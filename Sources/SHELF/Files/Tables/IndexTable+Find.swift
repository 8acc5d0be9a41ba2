extension IndexTable {
  /// The objects whose field is in a range, in order. Needs the mutex.
  func find(_ search: ShelfSearch) -> [ShelfFinding] {
    let name = IndexName(type: search.type, field: search.field)
    var found = findSorted(name, search)
    sortTail()
    found += findTail(sortedKeys[name] ?? [], search) { !unsorted.contains($0) }
    if !unsorted.isEmpty {
      let recent = unsorted.compactMap { id in (tail[id] ?? nil).flatMap { Self.finding(id, $0, name) } }
      found += findTail(recent.sorted(by: ShelfFinding.isOrdered), search) { _ in true }
    }
    found.sort { search.isDescending ? ShelfFinding.isOrdered($1, $0) : ShelfFinding.isOrdered($0, $1) }
    return Array(found.prefix(search.limit))
  }

  /// The objects that refer to an id, in order. Needs the mutex.
  func referrers(to target: ShelfId, after id: ShelfId?, limit: Int) -> [ShelfId] {
    var found: [ShelfId] = []
    if let file {
      let length = SortedIndex.referenceLength
      func reference(_ index: Int) -> (ShelfId, ShelfId) {
        let place = references.place + length * index
        return (file.region.id(at: place), file.region.id(at: place + 16))
      }
      var index = leadingCount(of: references.count) { reference($0) < (target, id ?? .null) }
      while index < references.count, found.count < limit {
        let (to, from) = reference(index)
        if to != target { break }
        if from != id, tail[from] == nil { found.append(from) }
        index += 1
      }
    }
    found += (tailReferrers[target] ?? []).filter { from in id.map { from > $0 } ?? true }
    return Array(found.sorted().prefix(limit))
  }

  // MARK: The sorted part

  private func findSorted(_ name: IndexName, _ search: ShelfSearch) -> [ShelfFinding] {
    guard let file, let field = fields[name], field.sorted > 0,
      file.region.contains(field.place, SortedIndex.keyLength * field.sorted)
    else { return [] }
    let range = SearchedPart(search, count: field.sorted) { index, key, id in
      let place = field.place + SortedIndex.keyLength * index
      let order = file.region.order(
        at: Int(truncatingIfNeeded: file.region.number(at: place + 8)),
        count: Int(truncatingIfNeeded: file.region.number(at: place + 16)), beside: key)
      guard order == 0, let id else { return order }
      let own = file.region.id(at: Int(truncatingIfNeeded: file.region.number(at: place)) &+ 8)
      return own == id ? 0 : own < id ? -1 : 1
    }
    var found: [ShelfFinding] = []
    range.walk { index in
      let place = field.place + SortedIndex.keyLength * index
      // Check its sum: what is damaged is not reported.
      guard let record = file.record(at: Int(truncatingIfNeeded: file.region.number(at: place))) else { return true }
      if tail[record.id] == nil {
        let bytes = file.region.bytes(
          at: Int(truncatingIfNeeded: file.region.number(at: place + 8)),
          count: Int(truncatingIfNeeded: file.region.number(at: place + 16)))
        found.append(ShelfFinding(record.id, key: bytes))
      }
      return found.count < search.limit
    }
    return found
  }

  // MARK: The tail

  /// Sorts the tail's keys again, if many have been added.
  private func sortTail() {
    if unsorted.count <= 256 { return }
    sortedKeys = [:]
    unsorted = []
    for (id, entry) in tail {
      guard let entry, let type = entry.type else { continue }
      for key in entry.keys ?? [] {
        sortedKeys[IndexName(type: type, field: key.field), default: []].append(ShelfFinding(id, key: key.bytes))
      }
    }
    for name in sortedKeys.keys { sortedKeys[name]?.sort(by: ShelfFinding.isOrdered) }
  }

  private func findTail(
    _ keys: [ShelfFinding], _ search: ShelfSearch, where condition: (ShelfId) -> Bool
  ) -> [ShelfFinding] {
    let range = SearchedPart(search, of: keys)
    var found: [ShelfFinding] = []
    range.walk { index in
      if condition(keys[index].id) { found.append(keys[index]) }
      return found.count < search.limit
    }
    return found
  }

  private static func finding(_ id: ShelfId, _ entry: IndexEntry, _ name: IndexName) -> ShelfFinding? {
    guard entry.type == name.type else { return nil }
    return entry.keys?.first { $0.field == name.field }.map { ShelfFinding(id, key: $0.bytes) }
  }
}
