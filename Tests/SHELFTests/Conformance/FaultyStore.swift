import Foundation
import ORDAThreads
import SHELF
import TestSupport

/// A store in memory, with indexes and as many stores of one place as are wanted, that does one thing wrong.
final class FaultyStore: IndexedShelfStore {
  /// What all stores of one place share.
  final class Place: Sendable {
    struct Row {
      var object: StoredObject
      var references: [ShelfId] = []
      var keys: [ShelfField: [UInt8]] = [:]
      var binaries: [ShelfId: Data] = [:]
      /// How often it was written since it was made.
      var count: UInt64 = 1
    }

    struct Observer: Sendable {
      let number: Int
      let store: ObjectIdentifier
      let tell: @Sendable (ShelfChange) -> Void
    }

    struct State {
      var rows: [ShelfId: Row] = [:]
      var noted: [String: Set<ShelfField>] = [:]
      var lastRevision: UInt64 = 0
      var observers: [Observer] = []
      var lastObserver = 0
      /// How many batches were written in parts, and what the last of them left for later.
      var batches = 0
      var late: ShelfWrite?
    }

    let state = Lock(State())
    /// How many writes that expect something have looked and are about to write.
    let looks = Shared(0)
  }

  /// What ends an observation.
  private final class Observation: Sendable {
    let place: Place
    let number: Int

    init(_ place: Place, _ number: Int) {
      self.place = place
      self.number = number
    }

    deinit { place.state.withLock { state in state.observers.removeAll { $0.number == number } } }
  }

  let place: Place
  let fault: StoreFault?
  private let isClosed = Lock(false)

  init(_ place: Place, _ fault: StoreFault?) {
    self.place = place
    self.fault = fault
  }

  func has(_ fault: StoreFault) -> Bool { self.fault == fault }

  // MARK: Reading

  func read(_ ids: [ShelfId]) async throws -> [StoredObject?] {
    if has(.readsSomethingOfNothing), ids.isEmpty { return [nil] }
    let ids = has(.readsInItsOwnOrder) ? ids.sorted() : ids
    let objects = place.state.withLock { state in
      if let late = state.late { _ = perform(late, &state) }
      state.late = nil
      return ids.enumerated().map { index, id in
        has(.readsAThousand) && index >= 1_000 ? nil : state.rows[id].map(shown)
      }
    }
    return has(.leavesOutWhatIsMissing) ? objects.filter { $0 != nil } : objects
  }

  private func shown(_ row: Place.Row) -> StoredObject {
    var object = row.object
    if has(.trimsContents) {
      let text = String(decoding: object.contents, as: UTF8.self)
      object.contents = Data(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    }
    if has(.cutsContents) { object.contents = object.contents.prefix(65_536) }
    if has(.roundsTimes) {
      object.expires = object.expires.map {
        Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate.rounded())
      }
    }
    if has(.ignoresCapitals) { object.type = object.type?.lowercased() }
    if has(.revisionsBeginAnew) { object.revision = ShelfRevision(row.count) }
    return object
  }

  func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    let all = place.state.withLock { state in state.rows.values.map { ($0.object.id, $0.object.type, $0.keys.count) } }
    var ids = all.filter { type == nil || $0.1 == type }
    ids.sort { has(.listsInAnyOrder) ? $0.0.description < $1.0.description : $0.0 < $1.0 }
    if has(.listsByKeys) { ids.sort { $0.2 > $1.2 } }
    guard let last = id else { return Array(ids.map(\.0).prefix(limit)) }
    return Array(ids.map(\.0).filter { has(.pagesOverlap) ? $0 >= last : $0 > last }.prefix(limit))
  }

  // MARK: Writing

  func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome {
    if has(.batchesInParts), writes.count > 1 {
      writeInParts(writes)
      return .written(writes.map { _ in ShelfRevision(0) })
    }
    if has(.looksAndWritesApart) {
      let conflict = place.state.withLock { refusal(writes, $0) }
      if let conflict { return conflict }
      try await letAnotherLook(writes)
    }
    let (outcome, observers) = try place.state.withLock { state throws(ShelfError) in
      let before = state
      if !has(.looksAndWritesApart), let refused = refusal(writes, state), !has(.writesBeforeItLooks) {
        return (refused, before.observers.prefix(0))
      }
      if let id = missingBytes(writes, state) { throw ShelfError.missingBinary(id) }
      var revisions = writes.map { perform($0, &state) }
      if has(.writesBeforeItLooks), let refused = refusal(writes, before) { return (refused, before.observers[...]) }
      if has(.revisionsInAnyOrder) { revisions.reverse() }
      if has(.tellsAnotherRevision) { revisions = revisions.map { $0.map { ShelfRevision($0.number + 1) } } }
      return (ShelfWriteOutcome.written(revisions), state.observers[...])
    }
    tell(writes.map(\.id), Array(observers))
    return outcome
  }

  /// Writes a batch part by part, and the last one after the parts of the next batch.
  private func writeInParts(_ writes: [ShelfWrite]) {
    place.state.withLock { state in
      state.batches += 1
      var parts = writes.sorted { $0.id < $1.id }
      // Two batches of the same objects, one after the other, leave different ones for later.
      let late = state.batches.isMultiple(of: 2) ? parts.removeFirst() : parts.removeLast()
      for part in parts + [state.late].compactMap(\.self) { _ = perform(part, &state) }
      state.late = late
    }
  }

  /// Lets the first write that expects something wait until another one has looked, too: both find what they expect.
  private func letAnotherLook(_ writes: [ShelfWrite]) async throws {
    if writes.allSatisfy({ $0.expectation == .anything }) { return }
    let number = place.looks.with { looks in
      looks += 1
      return looks
    }
    if number == 1 { try await place.looks.wait { $0 > 1 } }
  }

  private func tell(_ ids: [ShelfId], _ observers: [Place.Observer]) {
    for observer in observers where observer.store != ObjectIdentifier(self) || has(.tellsOwnChanges) {
      observer.tell(.objects(Set(ids)))
    }
  }

  private func refusal(_ writes: [ShelfWrite], _ state: Place.State) -> ShelfWriteOutcome? {
    let conflicts = writes.filter { write in
      if has(.checksNothing), case .check = write.action { return false }
      if has(.takesSomethingForAnything), write.expectation == .something { return false }
      return !write.expectation.isMet(by: state.rows[write.id].map { shown($0).revision })
    }
    if !conflicts.isEmpty {
      return .conflict(Set((has(.namesOneConflict) ? conflicts.suffix(1) : conflicts[...]).map(\.id)))
    }
    for write in writes {
      guard case .put(let contents) = write.action, let row = state.rows[write.id] else { continue }
      if has(.keepsTypesApart), row.object.type == nil { return .otherType(write.id, stored: "") }
      if let stored = row.object.type, let type = contents.type, stored != type, !has(.takesAnyType) {
        return .otherType(write.id, stored: stored)
      }
    }
    return nil
  }

  private func perform(_ write: ShelfWrite, _ state: inout Place.State) -> ShelfRevision? {
    switch write.action {
    case .check: return state.rows[write.id].map { shown($0).revision }
    case .delete:
      if has(.keepsWhatIsDeleted) { return nil }
      state.rows[write.id] = nil
      return nil
    case .put(let contents):
      state.lastRevision += 1
      let old = state.rows[write.id]
      let type = contents.type ?? (has(.forgetsTypes) ? nil : old?.object.type)
      let expires = contents.expires ?? (has(.keepsTheEnd) ? old?.object.expires : nil)
      var row = Place.Row(
        object: StoredObject(
          id: write.id, type: type, revision: ShelfRevision(state.lastRevision), contents: contents.json,
          expires: expires),
        references: contents.references, count: (old?.count ?? 0) + 1)
      putBytes(contents.binaries, old, &row)
      for key in contents.keys ?? [] where type != nil { row.keys[key.field] = key.key.bytes }
      if has(.keepsKeys), let old { row.keys.merge(old.keys) { new, _ in new } }
      if has(.keepsReferences), let old { row.references += old.references }
      state.rows[write.id] = row
      return shown(row).revision
    }
  }

  func wipe() async throws {
    let (ids, observers) = place.state.withLock { state in
      let ids = Array(state.rows.keys)
      if has(.wipesHalf) { for id in ids.prefix(ids.count / 2) { state.rows[id] = nil } } else { state.rows = [:] }
      return (ids, state.observers)
    }
    tell(ids, observers)
  }

  // MARK: Changes

  func observe(_ tell: @escaping @Sendable (ShelfChange) -> Void) async throws -> (any AnyObject & Sendable)? {
    let number = place.state.withLock { state in
      state.lastObserver += 1
      if !has(.tellsNothing) {
        state.observers.append(.init(number: state.lastObserver, store: ObjectIdentifier(self), tell: tell))
      }
      return state.lastObserver
    }
    // Without an end of its own where it goes on for ever.
    return has(.tellsForEver) ? Place() : Observation(place, number)
  }

  func close() async {
    if has(.losesAllAtTheEnd) { place.state.withLock { $0.rows = [:] } }
  }
}
