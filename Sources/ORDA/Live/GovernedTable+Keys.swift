/// How entries are found by many keys.
extension GovernedTable {
  func entries(keys: [[Value]]) throws -> [TableEntry?] {
    try plan.checkKey()
    for key in keys { try checkCount(of: key) }
    let asked = keys.map { RowKey($0) }
    // In a transaction rows may have gone or come, unknown to anybody else.
    var entries = asked.map { transactionScope == nil ? known($0) : nil }
    // NULL in a key equals nothing.
    let open = entries.indices.filter { entries[$0] == nil && !keys[$0].contains(where: \.isNull) }
    var missing: Set<RowKey> = []
    let unknown = open.compactMap { missing.insert(asked[$0]).inserted ? asked[$0] : nil }
    if unknown.isEmpty { return entries }
    let found = try entriesByKey(unknown, isWritten: false).found
    let isInOtherSpelling = found.keys.contains { !missing.contains($0) }
    for place in open {
      entries[place] = found[asked[place]]
      // Only the database can say which of its rows has this key in another spelling.
      if entries[place] == nil, isInOtherSpelling { entries[place] = try find(keys[place]).first }
    }
    return entries
  }

  /// The entry of the row with exactly this key, if anybody holds it.
  func known(_ key: RowKey) -> TableEntry? {
    guard let known = map.entry(for: key), known.state.withLock({ $0.isShared }) else { return nil }
    return known
  }

  func checkCount(of key: [Value]) throws(DatabaseError) {
    guard key.count != plan.key.count else { return }
    throw DatabaseError(
      .misuse,
      "the key of \(plan.definition.name.name) has \(plan.key.count) columns (\(keyNames.joined(separator: ", "))), "
        + "and \(key.count) values were given")
  }
}
