extension Shelf {
  /// An object as it is now, and again each time it changes; nil while there is none.
  ///
  /// ```swift
  /// for try await user in shelf.values(ofObjectWithId: id, as: User.self) { print(user?.name ?? "gone") }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The object's id.
  ///   - type: Its type.
  public func values<Object: ShelfData>(
    ofObjectWithId id: ShelfId, as type: Object.Type = Object.self
  ) -> ShelfValues<Object> { ShelfValues(changes: ShelfChanges(self, id), shelf: self, id: id) }
}

/// The states of one object. See ``Shelf/values(ofObjectWithId:as:)``.
public struct ShelfValues<Object: ShelfData>: AsyncSequence, Sendable {
  /// The object; nil while there is none.
  public typealias Element = Object?
  /// What reading the object throws.
  public typealias Failure = ShelfError

  let changes: ShelfChanges
  let shelf: Shelf
  let id: ShelfId

  /// Begins with the object as it is.
  public func makeAsyncIterator() -> Iterator {
    Iterator(shelf: shelf, id: id, changes: changes.makeAsyncIterator())
  }

  /// Reads the object each time it has changed.
  public struct Iterator: AsyncIteratorProtocol {
    let shelf: Shelf
    let id: ShelfId
    var changes: ShelfChanges.Iterator
    var hasBegun = false

    /// The object, when it has changed; nil if the task was cancelled, or the shelf closed.
    public mutating func next() async throws(ShelfError) -> Object?? { try await next(isolation: #isolation) }

    /// The object, when it has changed; nil if the task was cancelled, or the shelf closed.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ShelfError) -> Object?? {
      if hasBegun, await changes.next(isolation: actor) == nil { return nil }
      hasBegun = true
      return .some(try await shelf.object(withId: id, as: Object.self))
    }
  }
}
