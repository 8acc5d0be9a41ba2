extension Shelf {
  /// The objects of a type, or all, as they are stored: if you don't know their Swift types, or want their JSON.
  ///
  /// ```swift
  /// for try await stored in shelf.storedObjects() { print(stored.id, stored.type ?? "?", stored.contents.count) }
  /// ```
  ///
  /// They come in the order of their ids, from a store that others may change meanwhile, and at most a thousand are in
  /// memory at once. What has expired is omitted, and so is what can't be read if ``onUnreadable`` is set.
  ///
  /// - Parameter type: The name of a type; nil for all objects.
  public func storedObjects(ofType type: String? = nil) -> ShelfStoredObjects {
    ShelfStoredObjects(shelf: self, type: type)
  }
}

/// Objects as they are stored, one after another. See ``Shelf/storedObjects(ofType:)``.
public struct ShelfStoredObjects: AsyncSequence, Sendable {
  /// An object.
  public typealias Element = StoredObject
  /// What reading the store throws.
  public typealias Failure = ShelfError

  let shelf: Shelf
  let type: String?

  /// Begins with the first object.
  public func makeAsyncIterator() -> Iterator { Iterator(shelf: shelf, type: type) }

  /// Reads the objects, a page at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let shelf: Shelf
    fileprivate let type: String?
    private var pages: StoredPages?
    private var page: ArraySlice<StoredObject> = []

    fileprivate init(shelf: Shelf, type: String?) {
      self.shelf = shelf
      self.type = type
    }

    /// The next object; nil after the last one.
    public mutating func next() async throws(ShelfError) -> StoredObject? { try await next(isolation: #isolation) }

    /// The next object; nil after the last one.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ShelfError) -> StoredObject? {
      var pages = if let pages { pages } else { StoredPages(try await shelf.opening.store(), type: type) }
      defer { self.pages = pages }
      let tell = shelf.onUnreadable
      do {
        while true {
          if let object = page.popFirst() {
            if object.expires.map({ $0 <= shelf.now() }) == true { continue }
            return object
          }
          let next = try await pages.next { id, error in
            guard let tell else { throw error }
            tell(ShelfError(error, reading: id))
          }
          guard let next else { return nil }
          page = next.objects[...]
        }
      } catch { throw ShelfError(error) }
    }
  }
}
