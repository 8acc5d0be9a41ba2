internal import Foundation

/// Types whose objects leave where they take up too many bytes, those first that were not used for longest.
///
/// When an object was used is a key in an index of the store (``ObjectUse``), which is written with the object. Reading it is noted here
/// alone, and told the store when room is made, or the shelf is closed. So saving costs no more than a field with an index, and
/// reading nothing of note.
extension Shelf {
  /// How much of what is allowed is free when room was made: so that not each save has to make some.
  private static let freedPart = 10

  /// Notes that an object was read.
  func noteUse<Object: ShelfData>(_ known: Cached<Object>, _ id: ShelfId) {
    guard Object.shelfMaxBytes != nil else { return }
    let use = ObjectUses.Use(revision: known.revision, time: Date(), bytes: known.bytes)
    guard uses.note(id, of: Object.shelfName, use) else { return }
    Task { [weak self] in try await self?.tellUses(of: Object.shelfName) }
  }

  /// Notes that an object was saved.
  func noteSaved(_ change: PendingChange, _ revision: ShelfRevision) {
    guard types.isAnyLimited, let type = change.type, types.limited(type) != nil else { return }
    uses.note(
      saved: change.id, of: type, ObjectUses.Use(revision: revision, time: Date(), bytes: change.bytes))
  }

  /// Tells the store what was read.
  func tellUses(of type: String) async throws(ShelfError) {
    guard let store = try await opening.store() as? any IndexedShelfStore else { return }
    // What was saved anew has another revision, and a later time in its key.
    let keys = uses.take(type).map { id, use in
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

  /// Makes room where what was saved needs some. That it fails is no error of the save: the next one makes room.
  func makeRoom(for saved: [PendingChange]) async {
    guard types.isAnyLimited else { return }
    var bytes: [String: Int] = [:]
    for change in saved { if let type = change.type { bytes[type, default: 0] += change.bytes } }
    for (name, bytes) in bytes {
      guard let type = types.limited(name), let limit = type.shelfMaxBytes,
        uses.note(bytes, savedOf: name, limit: limit)
      else { continue }
      while !uses.endMakingRoom(name, try? await makeRoom(type, limit), limit: limit) {}
    }
  }

  /// - Returns: How many bytes the objects take up.
  private func makeRoom<Object: ShelfData>(_ type: Object.Type, _ limit: Int) async throws(ShelfError) -> Int {
    try await fillIndexes(of: type)
    try await tellUses(of: Object.shelfName)
    guard let store = try await opening.store() as? any IndexedShelfStore else { return 0 }
    var total = 0
    var found: [(id: ShelfId, use: ObjectUse)] = []
    var search = ShelfSearch(Object.shelfName, ObjectUse.field, limit: Self.pageSize)
    while true {
      let next = search
      let page = try await wrap { try await store.find(next) }
      for finding in page {
        // One that can't be read stays, for somebody to see to it.
        guard let use = ObjectUse(key: finding.key) else { continue }
        total += Int(clamping: use.bytes)
        found.append((finding.id, use))
      }
      guard let last = page.last else { break }
      search.after = last
    }
    guard total > limit else { return total }
    let goal = limit - limit / Self.freedPart
    var (leaving, bytes): ([ShelfId], Int) = ([], 0)
    for (id, use) in found where total > goal {
      leaving.append(id)
      bytes += Int(clamping: use.bytes)
      total -= Int(clamping: use.bytes)
      // So many are read at once, for their revisions.
      if leaving.count == Self.pageSize || bytes > 16 << 20 {
        try await leave(leaving)
        (leaving, bytes) = ([], 0)
      }
    }
    try await leave(leaving)
    return total
  }

  /// Deletes objects, but for those that are saved anew meanwhile.
  private func leave(_ ids: [ShelfId]) async throws(ShelfError) {
    let stored = try await wrap { [store = try await opening.store()] in try await store.read(ids.sorted()) }
    _ = try await writeThoseUnchanged(
      stored.compactMap { $0 }.map { PendingChange(deleting: $0.id, expecting: .revision($0.revision)) })
  }
}
