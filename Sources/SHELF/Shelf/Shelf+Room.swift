internal import Foundation

/// Types with a limit in bytes: objects are removed, first those that have not been used for longest.
///
/// An index of the store has a key for when an object was used (``ObjectUse``), which is written with the object. Reads
/// are only noted here, and passed to the store when room is made, or the shelf is closed. So saving costs no more than
/// a field with an index, and reading next to nothing.
extension Shelf {
  /// How much of the limit is free after making room, so that not every save has to make some.
  private static let freedPart = 10

  /// Notes that an object was read.
  func noteUse<Object: ShelfData>(_ known: Cached<Object>, _ id: ShelfId) {
    guard Object.shelfMaxBytes != nil else { return }
    noteUse(ObjectUses.Use(revision: known.revision, time: Date(), bytes: known.bytes), id, Object.shelfName)
  }

  /// Notes that an object was read without being cached.
  func noteUse<Object: ShelfData>(_ stored: StoredObject, _ object: Object) throws(ShelfError) {
    guard Object.shelfMaxBytes != nil else { return }
    let bytes = try Self.bytes(of: stored, object)
    noteUse(ObjectUses.Use(revision: stored.revision, time: Date(), bytes: bytes), stored.id, Object.shelfName)
  }

  private func noteUse(_ use: ObjectUses.Use, _ id: ShelfId, _ type: String) {
    guard uses.note(id, of: type, use) else { return }
    Task.detached { [weak self] in try await self?.tellUses(of: type) }
  }

  /// Notes that an object was saved.
  func noteSaved(_ change: PendingChange, _ revision: ShelfRevision) {
    guard types.isAnyLimited, let type = change.type, types.limited(type) != nil else { return }
    uses.note(
      saved: change.id, of: type, ObjectUses.Use(revision: revision, time: Date(), bytes: change.bytes))
  }

  /// Informs the store of what was read.
  func tellUses(of type: String) async throws(ShelfError) {
    let uses = uses.take(type)
    guard let store = try await opening.store() as? any IndexedShelfStore else { return }
    // What was saved again has another revision, and a later time in its key.
    let keys = uses.map { id, use in
      (
        id: id, revision: use.revision,
        keys: [ShelfFieldKey(ObjectUse.field, ObjectUse(use.time, bytes: use.bytes).key)]
      )
    }.sorted { $0.id < $1.id }
    for page in keys.parts(of: Self.pageSize) {
      let page = Array(page)
      try await wrap { try await store.fill(type, page) }
    }
  }

  /// Makes room if what was saved needs some. A failure is not an error of the save: the next one makes room.
  func makeRoom(for saved: [PendingChange]) async {
    guard types.isAnyLimited else { return }
    var bytes: [String: Int] = [:]
    for change in saved { if let type = change.type { bytes[type, default: 0] += change.bytes } }
    for (name, bytes) in bytes {
      guard let type = types.limited(name), let limit = type.shelfMaxBytes,
        uses.note(bytes, savedOf: name, limit: limit)
      else { continue }
      // Room for what others save meanwhile is made once more; after that it is the next save's task.
      if uses.endMakingRoom(name, try? await makeRoom(type, limit), limit: limit) { continue }
      _ = try? await makeRoom(type, limit)
      _ = uses.endMakingRoom(name, nil, limit: limit)
    }
  }

  /// - Returns: How many bytes the objects take up.
  private func makeRoom<Object: ShelfData>(_ type: Object.Type, _ limit: Int) async throws(ShelfError) -> Int {
    try await fillIndexes(of: type)
    try await tellUses(of: Object.shelfName)
    guard let store = try await opening.store() as? any IndexedShelfStore else { return 0 }
    let found = try await uses(of: type, store)
    var total = found.reduce(0) { sum, object in
      let (sum, isTooMuch) = sum.addingReportingOverflow(Int(clamping: object.use.bytes))
      return isTooMuch ? .max : sum
    }
    guard total > limit else { return total }
    let goal = limit - limit / Self.freedPart
    var (leaving, bytes): ([ShelfFinding], Int) = ([], 0)
    for (finding, use) in found where total > goal {
      leaving.append(finding)
      bytes += Int(clamping: use.bytes)
      total -= Int(clamping: use.bytes)
      // This many are read at once, for their revisions.
      if leaving.count == Self.pageSize || bytes > 16 << 20 {
        try await leave(type, leaving, store)
        (leaving, bytes) = ([], 0)
      }
    }
    try await leave(type, leaving, store)
    return total
  }

  /// The objects of a type in the order of their removal. One that can't be read stays, for somebody to attend to.
  func uses<Object: ShelfData>(
    of type: Object.Type, _ store: any IndexedShelfStore, from: [UInt8]? = nil, through: [UInt8]? = nil
  ) async throws(ShelfError) -> [(finding: ShelfFinding, use: ObjectUse)] {
    var found: [(finding: ShelfFinding, use: ObjectUse)] = []
    var search = ShelfSearch(Object.shelfName, ObjectUse.field, from: from, through: through, limit: Self.pageSize)
    while true {
      let next = search
      let page = try await wrap { try await store.find(next) }
      for finding in page { if let use = ObjectUse(key: finding.key) { found.append((finding, use)) } }
      guard let last = page.last else { return found }
      search.after = last
    }
  }

  /// Deletes objects, except those that are used or saved again meanwhile.
  private func leave<Object: ShelfData>(
    _ type: Object.Type, _ leaving: [ShelfFinding], _ store: any IndexedShelfStore
  ) async throws(ShelfError) {
    guard let first = leaving.first, let last = leaving.last else { return }
    let stored = try await wrap { try await store.read(leaving.map(\.id).sorted()) }
    // An object saved before it was read has another key by now, and one saved afterwards another revision.
    let now = Set(try await uses(of: type, store, from: first.key, through: last.key).map(\.finding))
    let ids = Set(leaving.filter(now.contains).map(\.id))
    _ = try await writeThoseUnchanged(
      stored.compactMap { $0 }.filter { ids.contains($0.id) && $0.type == Object.shelfName }.map {
        PendingChange(deleting: $0.id, expecting: .revision($0.revision))
      })
  }
}
