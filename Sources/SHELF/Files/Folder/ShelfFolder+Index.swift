internal import Foundation

extension ShelfFolder {
  /// Asks the index, which is rebuilt if it is missing, outdated or damaged.
  func withIndex<Output>(_ body: (IndexTable) throws -> Output) throws -> Output {
    // Damage is noticed while reading.
    for _ in 0..<3 {
      let output = try index.refreshed { () -> Output? in
        guard index.isUsable else { return nil }
        let output = try body(index)
        return index.isUsable ? output : nil
      }
      if let output { return output }
      try makeIndex()
    }
    throw ShelfError.damaged("'\(ShelfNames.index)' in \(system.path) is damaged again and again")
  }

  /// Changes the index.
  private func changeIndex<Output>(_ body: (IndexTable) throws -> Output) throws -> Output {
    try prepare()
    while true {
      try withIndex { _ in }
      let output = try withTables {
        try index.refreshed { () -> Output? in
          return index.isUsable ? try body(index) : nil
        }
      }
      if let output { return output }
    }
  }

  /// Rebuilds the index from all objects. Nobody writes meanwhile.
  func makeIndex() throws {
    if isReadOnly { throw ShelfError.readOnly("\(system.path), whose index is missing or damaged,") }
    try prepare()
    try withTables {
      let isThere = try index.refreshed {
        return index.isUsable
      }
      if isThere { return }
      try index.refreshed {
        try index.create { add in
          var last: ShelfId?
          while true {
            let page = try ids(after: last, limit: 1_000)
            for id in page {
              // `check()` names what can't be read.
              guard let json = try? json(id) else { continue }
              try add(id, entry(id, json))
            }
            last = page.last
            if last == nil { break }
          }
        }
      }
    }
  }

  func entry(_ id: ShelfId) throws -> IndexEntry { try entry(id, json(id) ?? Data()) }

  /// What an object's contents tell about it.
  private func entry(_ id: ShelfId, _ json: Data) throws -> IndexEntry {
    IndexEntry(
      revision: ShelfRevision(of: json).number, type: try type(id)?.type,
      references: Array(Set(references(json))).sorted(),
      keys: nil)
  }

  /// Brings what is known of an object in line with its file, which somebody else has changed, or not finished
  /// changing. Needs the lock of its id.
  ///
  /// - Parameter isForced: True if its type is another one now.
  func reindex(_ id: ShelfId, isForced: Bool = false) throws {
    let json = try? json(id)
    let isThere = try exists(id)
    try withTables {
      try types.refreshed {
        if !isThere { try types.note([(id, nil)], isSynced: false) }
      }
      try index.refreshed {
        guard index.isUsable else { return }
        if !isThere {
          if index.revision(id) != nil { try index.note([.deleted(id)]) }
        } else if let json, isForced || index.revision(id) != ShelfRevision(of: json).number {
          try index.note([.entry(id, entry(id, json))])
        }
      }
    }
  }

  // MARK: What a shelf asks

  func fill(_ type: String, _ keys: [(id: ShelfId, revision: ShelfRevision, keys: [ShelfFieldKey])]) throws {
    try changeIndex { index in
      var records: [IndexRecord] = []
      for (id, revision, keys) in keys {
        guard var entry = index.entry(id), entry.revision == revision.number else { continue }
        let fields = Set(keys.map(\.field))
        entry.type = type
        entry.keys = (entry.keys ?? []).filter { !fields.contains($0.field) } + keys.map(IndexEntry.Key.init)
        if entry != index.entry(id) { records.append(.entry(id, entry)) }
      }
      try index.note(records)
    }
  }

  func complete(_ field: ShelfField, of type: String) throws -> Bool {
    try changeIndex { index in
      let name = IndexName(type: type, field: field)
      guard index.isFull(name) else { return false }
      if !index.completeFields(type).contains(field) { try index.note([.complete(name)]) }
      return true
    }
  }
}
