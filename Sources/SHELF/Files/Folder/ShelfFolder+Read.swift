internal import Foundation

extension ShelfFolder {
  /// Reads objects, as they are at one moment.
  func read(_ ids: [ShelfId]) throws -> [StoredObject?] {
    let objects = try readAll(ids)
    try compare(objects)
    return objects
  }

  private func readAll(_ ids: [ShelfId]) throws -> [StoredObject?] {
    if ids.count == 1, let id = ids.first {
      // A file is replaced at once, so a single one needs no lock, unless it may be part of a batch that is under way.
      let log = try log()
      if log?.state != .active || log?.concerns(id.group) != true { return [try readUnlocked(id)] }
    }
    return try withLocks(ids, isExclusive: false) {
      let contents = try ids.map { try json($0) }
      return try types.refreshed {
        return zip(ids, contents).map { id, contents in contents.map { object(id, $0, types.entry(id)) } }
      }
    }
  }

  /// Its type must be the one that it had when its contents were read: it may be deleted and made again in between.
  private func readUnlocked(_ id: ShelfId) throws -> StoredObject? {
    var entry = try type(id)
    while true {
      guard let contents = try json(id) else { return nil }
      let before = entry
      entry = try type(id)
      if entry == before { return object(id, contents, entry) }
    }
  }

  private func object(_ id: ShelfId, _ contents: Data, _ entry: TypeTable.Entry?) -> StoredObject {
    StoredObject(
      id: id, type: entry?.type, revision: ShelfRevision(of: contents), contents: contents,
      expires: entry?.expires.map { Date(timeIntervalSinceReferenceDate: $0) })
  }

  func type(_ id: ShelfId) throws -> TypeTable.Entry? {
    try types.refreshed {
      return types.entry(id)
    }
  }

  /// The JSON of an object; nil if there is none.
  func json(_ id: ShelfId) throws -> Data? {
    do {
      try requireFolders(id)
      return try system.contents(id.fileName).map { try unpack($0, packing) }
    } catch {
      throw ShelfError.couldNotReadObjectFile(id, error)
    }
  }

  // MARK: Listing

  /// The ids of all objects, by their files.
  func ids(after id: ShelfId?, limit: Int) throws -> [ShelfId] {
    var found: [ShelfId] = []
    for outer in try outerFolders() where id.map({ outer >= $0.outerFolder }) ?? true {
      let inner = try system.names(in: outer).filter { ShelfNames.byte($0) != nil }.sorted()
      for name in inner {
        let folder = "\(outer)/\(name)"
        if let id, folder < id.folder { continue }
        let ids = try system.names(in: folder).compactMap(ShelfId.init(fileName:)).filter { own in
          own.folder == folder && id.map { own > $0 } ?? true
        }
        found += ids.sorted()
        if found.count >= limit { return Array(found.prefix(limit)) }
      }
    }
    return found
  }

  /// The ids of a type's objects. An entry whose file was removed by hand is left out.
  func ids(type: String, after id: ShelfId?, limit: Int) throws -> [ShelfId] {
    var (found, last): ([ShelfId], ShelfId?) = ([], id)
    while found.count < limit {
      let page = try types.refreshed {
        try requireTypes()
        return types.ids(type, after: last, limit: limit - found.count)
      }
      found += try page.filter { try exists($0) }
      last = page.last
      if last == nil { break }
    }
    return found
  }

  func count(type: String) throws -> Int {
    try types.refreshed {
      try requireTypes()
      return types.count(type)
    }
  }

  func expired(before seconds: Double, limit: Int) throws -> [ShelfId] {
    try types.refreshed {
      return types.expired(before: seconds, limit: limit)
    }
  }

  func exists(_ id: ShelfId) throws -> Bool { try system.status(id.fileName)?.kind == .file }

  /// Throws if types were lost. Needs the mutex of the types, and that they were refreshed.
  private func requireTypes() throws {
    guard types.isPartial else { return }
    // A folder without objects has lost none.
    if types.file == nil, !types.isUnusable, try ids(after: nil, limit: 1).isEmpty { return }
    throw ShelfError.typesUnknown("'\(ShelfNames.types)' in \(system.path) is missing or damaged")
  }
}
