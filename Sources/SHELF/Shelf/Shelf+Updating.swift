internal import Foundation

/// What an update does if there is no object.
public enum ShelfMissingObject<Object: ShelfData>: Sendable {
  /// Nothing.
  case doNothing
  /// Saves this one, as it is.
  case saveNewObject(Object)
}

extension Shelf {
  /// Changes an object: reads it, calls the closure, and saves the result.
  ///
  /// ```swift
  /// try await shelf.update(objectWithId: id, ofType: User.self) { $0.name = "Eevie" }
  /// ```
  ///
  /// No other change is lost: if somebody else, even another program, changed the object meanwhile, the closure is
  /// called again with the new contents. It should do nothing but change the object.
  ///
  /// - Parameters:
  ///   - id: The object's id.
  ///   - type: Its type.
  ///   - change: Changes it, but not its id.
  ///   - onObjectNotFound: What to do if there is none.
  /// - Returns: The object as it is now; nil if there is none.
  /// - Throws: ``ShelfError/updateFunctionThrewSomeError(_:)``, ``ShelfError/idChanged(_:to:)`` and what
  ///   ``object(withId:as:)`` and ``save(_:expires:)-(Object,_)`` throw; ``ShelfError/changedMeanwhile(_:)`` if others
  ///   changed the object a thousand times before this could. Then nothing was written.
  @discardableResult
  public func update<Object: ShelfData>(
    objectWithId id: ShelfId, ofType type: Object.Type = Object.self, by change: (inout Object) throws -> Void,
    onObjectNotFound: ShelfMissingObject<Object> = .doNothing
  ) async throws(ShelfError) -> Object? {
    var saved: PendingChange?
    let object: Object? = try await turns.take([id]) { () throws(ShelfError) in
      for attempt in 0..<1_000 {
        if attempt > 10 { try await pause(attempt) }
        let known = try await known(id, type)
        guard let known else {
          guard case .saveNewObject(let object) = onObjectNotFound else { return nil }
          guard object.id == id else { throw .idChanged(id, to: object.id) }
          let saving = try PendingChange(saving: object, coder, expires: nil, expecting: .nothing)
          guard try await writeInTurn([saving]).isEmpty else { continue }
          saved = saving
          return object
        }
        var object = known.object
        do { try change(&object) } catch { throw .updateFunctionThrewSomeError(error) }
        guard object.id == id else { throw .idChanged(id, to: object.id) }
        if Object.self is any ShelfImmutableData.Type { throw .immutable(id, type: Object.shelfName) }
        let saving = try PendingChange(
          saving: object, coder, expires: known.expires, expecting: .revision(known.revision))
        guard try await writeInTurn([saving]).isEmpty else { continue }
        saved = saving
        return object
      }
      throw .changedMeanwhile([id])
    }
    if let saved { await makeRoom(for: [saved]) }
    return object
  }

  /// Changes an object; see ``update(objectWithId:ofType:by:onObjectNotFound:)``.
  @discardableResult
  public func update<Object: ShelfData>(
    _ object: Object, by change: (inout Object) throws -> Void
  ) async throws(ShelfError) -> Object? {
    try await update(objectWithId: object.id, ofType: Object.self, by: change)
  }

  private func known<Object: ShelfData>(
    _ id: ShelfId, _ type: Object.Type
  ) async throws(ShelfError) -> Cached<Object>? {
    if let known = cache.find(id, type), known.expires == nil { return known }
    return try await load(id, type)
  }

  /// Waits a random moment, longer on average each time, so that two do not keep in step.
  func pause(_ attempt: Int) async throws(ShelfError) {
    do {
      try await Task.sleep(for: .microseconds(Int.random(in: 0...min(attempt * 50, 5_000))))
    } catch { throw .cancelled }
  }
}
