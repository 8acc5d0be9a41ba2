/// A list of objects as it is now, and what changed since it was last reported.
public struct ShelfList<Object: ShelfData>: Sendable {
  /// The objects, in the requested order.
  public var objects: [Object]
  /// The ids of objects that are new in the list.
  public var inserted: Set<ShelfId>
  /// The ids of objects that are no longer in it.
  public var removed: Set<ShelfId>
  /// The ids of objects that were saved again. Some of them may have the same contents as before.
  public var changed: Set<ShelfId>
}

extension Shelf {
  /// A list of objects as it is now, and again each time it changes.
  ///
  /// - Parameters:
  ///   - type: The objects' type.
  ///   - predicate: Which ones; nil for all.
  ///   - limit: The maximum number; nil for all.
  public func lists<Object: ShelfData>(
    of type: Object.Type = Object.self, where predicate: ShelfPredicate<Object>? = nil, limit: Int? = nil
  ) -> ShelfLists<Object> {
    ShelfLists(changes: changes(), shelf: self, query: ObjectQuery(predicate: predicate, limit: limit))
  }

  /// A sorted list of objects as it is now, and again each time it changes.
  ///
  /// - Parameters:
  ///   - type: The objects' type.
  ///   - predicate: Which ones; nil for all.
  ///   - path: The field to sort by.
  ///   - isDescending: True for the greatest first.
  ///   - limit: The maximum number; nil for all.
  public func lists<Object: ShelfData, Field: ShelfIndexable>(
    of type: Object.Type = Object.self, where predicate: ShelfPredicate<Object>? = nil,
    sortedBy path: any KeyPath<Object, Field> & Sendable, descending isDescending: Bool = false, limit: Int? = nil
  ) -> ShelfLists<Object> {
    let query = ObjectQuery(
      predicate: predicate, sort: ObjectQuery.Sort(path), isDescending: isDescending, limit: limit)
    return ShelfLists(changes: changes(), shelf: self, query: query)
  }
}

/// The states of a list. See ``Shelf/lists(of:where:limit:)``.
public struct ShelfLists<Object: ShelfData>: AsyncSequence, Sendable {
  /// A state of the list.
  public typealias Element = ShelfList<Object>
  /// What reading the objects throws.
  public typealias Failure = ShelfError

  let changes: ShelfChanges
  let shelf: Shelf
  let query: ObjectQuery<Object>

  /// Begins with the list as it is.
  public func makeAsyncIterator() -> Iterator {
    Iterator(shelf: shelf, query: query, changes: changes.makeAsyncIterator())
  }

  /// Reads the list each time it has changed.
  public struct Iterator: AsyncIteratorProtocol {
    let shelf: Shelf
    let query: ObjectQuery<Object>
    var changes: ShelfChanges.Iterator
    /// The ids that were in the list; nil before it was read for the first time.
    private var members: Set<ShelfId>?

    init(shelf: Shelf, query: ObjectQuery<Object>, changes: ShelfChanges.Iterator) {
      self.shelf = shelf
      self.query = query
      self.changes = changes
    }

    /// The list, when it has changed; nil if the task was cancelled, or the shelf closed.
    public mutating func next() async throws(ShelfError) -> ShelfList<Object>? {
      try await next(isolation: #isolation)
    }

    /// The list, when it has changed; nil if the task was cancelled, or the shelf closed.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ShelfError) -> ShelfList<Object>? {
      guard let known = members else { return try await read([]) }
      while let change = await changes.next(isolation: actor) {
        guard case .objects(let ids) = change else { return try await read(known) }
        if try await concerns(ids, known) { return try await read(ids) }
      }
      return nil
    }

    private mutating func read(_ touched: Set<ShelfId>) async throws(ShelfError) -> ShelfList<Object> {
      let objects = try await shelf.find(query)
      let (old, new) = (members ?? [], Set(objects.map(\.id)))
      members = new
      return ShelfList(
        objects: objects, inserted: new.subtracting(old), removed: old.subtracting(new),
        changed: touched.intersection(new).intersection(old))
    }

    /// True if one of some objects is in the list, or should be.
    private func concerns(_ ids: Set<ShelfId>, _ members: Set<ShelfId>) async throws(ShelfError) -> Bool {
      if !ids.isDisjoint(with: members) { return true }
      for page in Array(ids).parts(of: Shelf.pageSize) {
        for stored in try await shelf.read(page) where stored?.type == nil || stored?.type == Object.shelfName {
          // The list reports what can't be read now.
          guard let stored, let object = try? shelf.coder.decode(Object.self, stored) else { continue }
          if query.predicate?.matches(object) ?? true { return true }
        }
      }
      return false
    }
  }
}
