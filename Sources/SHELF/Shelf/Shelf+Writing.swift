public import Foundation

extension Shelf {
  /// Saves an object, new or in place of the one with its id.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - expires: When it expires: from then on it does not exist. Nil for never.
  /// - Throws: ``ShelfError/couldNotSerialize(_:path:reason:)`` for what JSON has no form for,
  ///   ``ShelfError/typeMismatch(_:stored:given:)`` if the id has an object of another type, and
  ///   ``ShelfError/couldNotWriteObject(_:_:)`` if the store fails; then nothing was saved.
  public func save<Object: ShelfData>(_ object: Object, expires: Date? = nil) async throws(ShelfError) {
    try await save([object], expires: expires)
  }

  /// Saves objects: all of them, or none.
  ///
  /// - Parameters:
  ///   - objects: The objects; if an id occurs twice, the last one counts.
  ///   - expires: When they expire; nil for never.
  /// - Throws: ``ShelfError`` like saving one.
  public func save<Object: ShelfData>(_ objects: [Object], expires: Date? = nil) async throws(ShelfError) {
    types.note(Object.self)
    var changes: [PendingChange] = []
    for object in objects { changes.append(try PendingChange(saving: object, coder, expires: expires)) }
    try await perform(changes)
  }

  /// Deletes the object with an id, whatever its type. References to it then refer to nothing; see
  /// ``delete(objectWithId:references:)`` for other ways.
  ///
  /// - Parameter id: The id.
  /// - Returns: False if there was none.
  /// - Throws: ``ShelfError/couldNotWriteObject(_:_:)`` if the store fails.
  @discardableResult
  public func delete(objectWithId id: ShelfId) async throws(ShelfError) -> Bool {
    try await write([PendingChange(deleting: id)]).isEmpty
  }

  /// Deletes an object.
  ///
  /// - Parameter object: The object; whatever the store has under its id is deleted.
  /// - Returns: False if there was none.
  /// - Throws: ``ShelfError/couldNotWriteObject(_:_:)`` if the store fails.
  @discardableResult
  public func delete<Object: ShelfData>(_ object: Object) async throws(ShelfError) -> Bool {
    types.note(Object.self)
    return try await delete(objectWithId: object.id)
  }

  /// Deletes all existing objects with these ids, at once.
  ///
  /// - Parameter ids: The ids.
  /// - Returns: How many there were.
  /// - Throws: ``ShelfError/couldNotWriteObject(_:_:)`` if the store fails.
  @discardableResult
  public func delete(objectsWithIds ids: [ShelfId]) async throws(ShelfError) -> Int {
    var ids = Set(ids)
    while !ids.isEmpty {
      let missing = try await write(ids.sorted().map { PendingChange(deleting: $0) })
      if missing.isEmpty { return ids.count }
      ids.subtract(missing)
    }
    return 0
  }

  /// Does changes that expect nothing, except that no object of another type, and no immutable one, is there.
  private func perform(_ changes: [PendingChange]) async throws(ShelfError) {
    var changes = changes.withoutRepetitions()
    guard !changes.isEmpty else { return }
    while true {
      let conflicts = try await write(changes)
      if conflicts.isEmpty { return }
      // Only immutable objects have an expectation: that there is none, or the same.
      let stored = try await read(conflicts.sorted())
      let changesByID = Dictionary(changes.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      var same: Set<ShelfId> = []
      for stored in stored.compactMap({ $0 }) {
        guard let change = changesByID[stored.id] else { continue }
        guard stored.contents == change.json else { throw .immutable(stored.id, type: change.type ?? "") }
        same.insert(stored.id)
      }
      changes.removeAll { same.contains($0.id) }
      if changes.isEmpty { return }
      try checkCancellation()
    }
  }

  func checkCancellation() throws(ShelfError) {
    if Task.isCancelled { throw .cancelled }
  }
}
