import Foundation
import ORDAThreads
import SHELF

extension FaultyStore {
  private func rows(of type: String) -> [Place.Row] {
    place.state.withLock { state in state.rows.values.filter { $0.object.type == type } }
  }

  func completeFields(of type: String) async throws -> Set<ShelfField> {
    let rows = rows(of: type)
    let noted = place.state.withLock { $0.noted[type] ?? [] }
    if has(.neverTakesBack) { return noted }
    if has(.nothingIsComplete) { return [] }
    return noted.filter { field in rows.allSatisfy { $0.keys[field] != nil } }
  }

  func complete(_ field: ShelfField, of type: String) async throws -> Bool {
    if !has(.believesWhatItIsTold), !rows(of: type).allSatisfy({ $0.keys[field] != nil }) { return false }
    place.state.withLock { state in _ = state.noted[type, default: []].insert(field) }
    return true
  }

  func fill(_ type: String, _ keys: [(id: ShelfId, revision: ShelfRevision, keys: [ShelfFieldKey])]) async throws {
    place.state.withLock { state in
      for (id, revision, keys) in keys {
        guard let row = state.rows[id], row.object.revision == revision || has(.fillsAnyRevision) else { continue }
        if has(.fillReplaces) { state.rows[id]?.keys = [:] }
        for key in keys where !has(.neverFills) {
          if has(.fillsOnce), state.rows[id]?.keys[key.field] != nil { continue }
          state.rows[id]?.keys[key.field] = key.key.bytes
        }
      }
    }
  }

  func find(_ search: ShelfSearch) async throws -> [ShelfFinding] {
    let all: [ShelfFinding] = place.state.withLock { state in
      state.rows.values.compactMap { row in
        guard row.object.type == search.type || has(.mixesTypes) else { return nil }
        return row.keys[search.field].map { ShelfFinding(row.object.id, key: $0) }
      }
    }
    func isBefore(_ left: ShelfFinding, _ right: ShelfFinding) -> Bool {
      if has(.forgetsTheIds), left.key == right.key { return false }
      return left.key == right.key ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
    }
    var found = all.filter { finding in
      if let from = search.from, finding.key.lexicographicallyPrecedes(from) { return false }
      if let through = search.through, through.lexicographicallyPrecedes(finding.key) { return false }
      if has(.leavesOutTheEnd), finding.key == search.through, search.from != search.through { return false }
      return true
    }
    if has(.findsShortTexts) { found.removeAll { $0.key.count > 255 } }
    found.sort { search.isDescending && !has(.onlyAscends) ? isBefore($1, $0) : isBefore($0, $1) }
    if let last = search.after {
      let isBehind: (ShelfFinding) -> Bool =
        has(.skipsEqualKeys)
        ? {
          search.isDescending ? $0.key.lexicographicallyPrecedes(last.key) : last.key.lexicographicallyPrecedes($0.key)
        }
        : { search.isDescending ? isBefore($0, last) : isBefore(last, $0) }
      found = found.filter(isBehind)
    }
    return Array(found.prefix(search.limit))
  }

  func findObjects(_ search: ShelfSearch) async throws -> [(finding: ShelfFinding, object: StoredObject?)] {
    let findings = try await find(search)
    let objects = try await read(findings.map(\.id))
    return zip(findings, objects).map { (finding: $0, object: has(.findsNoObjects) ? nil : $1) }
  }

  func referrers(to target: ShelfId, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    let all = place.state.withLock { state in
      state.rows.values.filter { $0.references.contains(target) }.map(\.object.id)
    }
    return Array(all.sorted().filter { id == nil || $0 > id ?? .null }.prefix(limit))
  }

  func count(type: String) async throws -> Int {
    has(.countsEverything) ? place.state.withLock { $0.rows.count } : rows(of: type).count
  }

  func expired(before seconds: Double, limit: Int) async throws -> [ShelfId] {
    let all = place.state.withLock { state in
      state.rows.values.filter { row in
        row.object.expires.map { $0.timeIntervalSinceReferenceDate < seconds } ?? has(.takesNeverForOver)
      }
    }
    return Array(all.map(\.object.id).prefix(limit))
  }
}
