public import Foundation
internal import ORDAThreads

/// For reading and writing in a closure given to ``Shelf/transaction(_:)``. Don't use it after the closure has
/// returned.
public final class ShelfTransaction: Sendable {
  private struct State {
    /// The objects as they were first read, to see whether others have changed them; nil for none.
    var read: [ShelfId: Read?] = [:]
    /// What was saved, and nil for what was deleted.
    var changed: [ShelfId: PendingChange] = [:]
    var isOver = false
  }

  private struct Read {
    let revision: ShelfRevision
    let expires: Date?
  }

  private let shelf: Shelf
  private let state = Lock(State())

  init(_ shelf: Shelf) { self.shelf = shelf }

  /// The object with an id, including this transaction's changes; nil if there is none.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - type: The object's type.
  /// - Throws: Like the shelf's own method.
  public func object<Object: ShelfData>(
    withId id: ShelfId, as type: Object.Type = Object.self
  ) async throws(ShelfError) -> Object? {
    let changed = try state.withLock { state throws(ShelfError) in
      if state.isOver { throw ShelfError.misuse(Self.over) }
      return state.changed[id]
    }
    if let changed { return (changed.remembered(ShelfRevision(0)) as? Cached<Object>)?.object }
    let known: Cached<Object>? =
      if let known = shelf.cache.find(id, type), known.expires == nil { known } else {
        try await shelf.load(id, type)
      }
    // What was read first must be there at the end: a body that reads twice and sees two things starts again.
    let isSame = state.withLock { state in
      if let first = state.read[id] { return first?.revision == known?.revision }
      state.read[id] = .some(known.map { Read(revision: $0.revision, expires: $0.expires) })
      return true
    }
    guard isSame else { throw .changedMeanwhile([id]) }
    return known?.object
  }

  /// Saves an object when the transaction ends.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - expires: When it expires; nil for never.
  /// - Throws: ``ShelfError/couldNotSerialize(_:path:reason:)``.
  public func save<Object: ShelfData>(_ object: Object, expires: Date? = nil) throws(ShelfError) {
    shelf.types.note(Object.self)
    try note(try PendingChange(saving: object, shelf.coder, expires: expires))
  }

  /// Deletes the object with an id when the transaction ends, if there is one.
  ///
  /// - Parameter id: The id.
  /// - Throws: ``ShelfError/misuse(_:)`` after the closure has returned.
  public func delete(objectWithId id: ShelfId) throws(ShelfError) {
    try note(PendingChange(deleting: id, expecting: .anything))
  }

  /// Changes an object when the transaction ends.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - type: Its type.
  ///   - change: Changes it.
  /// - Returns: The object as it will be; nil if there is none.
  /// - Throws: Like the shelf's own method.
  @discardableResult
  public func update<Object: ShelfData>(
    objectWithId id: ShelfId, ofType type: Object.Type = Object.self, by change: (inout Object) throws -> Void
  ) async throws(ShelfError) -> Object? {
    guard var object = try await object(withId: id, as: type) else { return nil }
    do { try change(&object) } catch { throw .updateFunctionThrewSomeError(error) }
    guard object.id == id else { throw .idChanged(id, to: object.id) }
    try save(object, expires: state.withLock { $0.changed[id]?.expires ?? $0.read[id].flatMap { $0 }?.expires })
    return object
  }

  private func note(_ change: PendingChange) throws(ShelfError) {
    try state.withLock { state throws(ShelfError) in
      if state.isOver { throw ShelfError.misuse(Self.over) }
      state.changed[change.id] = change
    }
  }

  private static let over = "a ShelfTransaction can't be used after its closure has returned"

  /// Ends it, and returns what to write: the changes, and the expectation that the rest is as it was read.
  func end() -> [PendingChange] {
    state.withLock { state in
      state.isOver = true
      var changes = state.changed
      for (id, read) in state.read {
        let revision = read?.revision
        if changes[id] == nil {
          changes[id] = PendingChange(checking: id, is: revision)
        } else if changes[id]?.isImmutable == false {
          changes[id]?.expectation = revision.map { .revision($0) } ?? .nothing
        }
      }
      // A single object that was only read is always consistent.
      if state.changed.isEmpty && changes.count < 2 { return [] }
      return changes.values.sorted { $0.id < $1.id }
    }
  }
}

extension Shelf {
  /// Changes several objects: everything is done when the closure returns, or nothing, if it throws.
  ///
  /// ```swift
  /// try await shelf.transaction { transaction in
  ///   try await transaction.update(objectWithId: from, ofType: Account.self) { $0.balance -= 10 }
  ///   try await transaction.update(objectWithId: to, ofType: Account.self) { $0.balance += 10 }
  /// }
  /// ```
  ///
  /// What it reads by id is the same at its end as when it was read, whoever else writes: if somebody changed an object
  /// meanwhile, the closure is called again. So it should only read and write here. Lists of objects have no such
  /// protection.
  ///
  /// - Parameter body: Reads and writes.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, and what ``save(_:expires:)-(Object,_)`` throws;
  ///   ``ShelfError/changedMeanwhile(_:)`` if others changed what it read a thousand times.
  @discardableResult
  public func transaction<Output>(_ body: (ShelfTransaction) async throws -> Output) async throws -> Output {
    var conflicts: Set<ShelfId> = []
    for attempt in 0..<1_000 {
      if attempt > 0 { try await pause(attempt) }
      let transaction = ShelfTransaction(self)
      let output: Output
      do {
        output = try await body(transaction)
      } catch ShelfError.changedMeanwhile(let ids) {
        conflicts = ids
        cache.forget(ids)
        continue
      }
      let changes = transaction.end()
      guard !changes.isEmpty else { return output }
      conflicts = try await write(changes)
      if conflicts.isEmpty { return output }
      try checkImmutable(changes, conflicts)
    }
    throw ShelfError.changedMeanwhile(conflicts)
  }

  /// Checks whether a conflict comes from saving over an immutable object, and not from a change meanwhile.
  private func checkImmutable(_ changes: [PendingChange], _ conflicts: Set<ShelfId>) throws(ShelfError) {
    for change in changes where conflicts.contains(change.id) && change.isImmutable {
      throw .immutable(change.id, type: change.type ?? "")
    }
  }
}
