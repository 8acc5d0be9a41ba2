extension Shelf {
  /// The objects of a type one by one, in the order of their ids, read a page at a time: they need not all fit into
  /// memory.
  ///
  /// ```swift
  /// for try await user in shelf.stream(User.self) { … }
  /// ```
  ///
  /// What is saved and deleted meanwhile may or may not be seen.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - predicate: Which ones; nil for all.
  public func stream<Object: ShelfData>(
    _ type: Object.Type = Object.self, where predicate: ShelfPredicate<Object>? = nil
  ) -> ShelfObjects<Object> { ShelfObjects(shelf: self, predicate: predicate) }
}

/// The objects of a type, read as they are asked for. See ``Shelf/stream(_:where:)``.
public struct ShelfObjects<Object: ShelfData>: AsyncSequence, Sendable {
  /// An object.
  public typealias Element = Object
  /// What reading throws.
  public typealias Failure = ShelfError

  let shelf: Shelf
  let predicate: ShelfPredicate<Object>?

  /// Begins with the first.
  public func makeAsyncIterator() -> Iterator { Iterator(shelf: shelf, predicate: predicate) }

  /// Reads a page of objects after the last one was returned.
  public struct Iterator: AsyncIteratorProtocol {
    let shelf: Shelf
    let predicate: ShelfPredicate<Object>?
    private var page: ArraySlice<Object> = []
    private var last: ShelfId?
    private var isOver = false

    init(shelf: Shelf, predicate: ShelfPredicate<Object>?) {
      self.shelf = shelf
      self.predicate = predicate
    }

    /// The next object; nil after the last.
    public mutating func next() async throws(ShelfError) -> Object? { try await next(isolation: #isolation) }

    /// The next object; nil after the last.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ShelfError) -> Object? {
      while true {
        if let object = page.popFirst() { return object }
        guard !isOver, let ids = try await shelf.idPage(Object.shelfName, after: last) else {
          isOver = true
          return nil
        }
        last = ids.last
        for stored in try await shelf.read(ids) {
          guard let stored, let object = try shelf.readable(Object.self, stored) else { continue }
          if predicate?.matches(object) ?? true { page.append(object) }
        }
      }
    }
  }
}
