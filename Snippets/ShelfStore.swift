// A store of a program's own for a shelf, and the suite that all stores pass, run on it.
//
//     swift run ShelfStore
//
import SHELF
import ShelfConformance

// snippet.store
/// Keeps objects in a dictionary.
actor DictionaryStore: ShelfStore {
  private var objects: [ShelfId: StoredObject] = [:]
  private var lastRevision: UInt64 = 0

  func read(_ ids: [ShelfId]) -> [StoredObject?] { ids.map { objects[$0] } }

  func write(_ writes: [ShelfWrite]) -> ShelfWriteOutcome {
    // Nothing is done before it is known that all can be.
    let conflicts = writes.filter { !$0.expectation.isMet(by: objects[$0.id]?.revision) }
    guard conflicts.isEmpty else { return .conflict(Set(conflicts.map(\.id))) }
    for write in writes {
      guard case .put(let contents) = write.action, let stored = objects[write.id]?.type else { continue }
      if let type = contents.type, type != stored { return .otherType(write.id, stored: stored) }
    }
    return .written(writes.map { perform($0) })
  }

  private func perform(_ write: ShelfWrite) -> ShelfRevision? {
    switch write.action {
    case .put(let contents):
      lastRevision += 1
      objects[write.id] = StoredObject(
        id: write.id, type: contents.type ?? objects[write.id]?.type, revision: ShelfRevision(lastRevision),
        contents: contents.json, expires: contents.expires)
    case .delete:
      objects[write.id] = nil
    case .check:
      break
    }
    return objects[write.id]?.revision
  }

  func ids(type: String?, after id: ShelfId?, limit: Int) -> [ShelfId] {
    let all = objects.values.filter { type == nil || $0.type == type }.map(\.id).sorted()
    guard let id else { return Array(all.prefix(limit)) }
    return Array(all.filter { $0 > id }.prefix(limit))
  }

  func wipe() { objects = [:] }
}
// snippet.end

// snippet.suite
let report = await ShelfStoreSuite.run { ShelfStorePlace(DictionaryStore()) }
precondition(report.isPassed, "\(report)")
// snippet.end
