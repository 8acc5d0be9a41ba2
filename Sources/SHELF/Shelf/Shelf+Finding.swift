internal import Foundation

extension Shelf {
  /// The objects of a type, in the order of their ids.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - predicate: Which ones; nil for all.
  ///   - limit: The maximum number; nil for all.
  ///   - cursor: The last object before them; nil for the first.
  /// - Throws: ``ShelfError``: ``ShelfError/typesUnknown(_:)`` if the store has lost the types of its objects,
  ///   ``ShelfError/couldNotParseObject(_:type:reason:)`` if one is damaged (see ``onUnreadable``).
  public func objects<Object: ShelfData>(
    _ type: Object.Type = Object.self, where predicate: ShelfPredicate<Object>? = nil, limit: Int? = nil,
    after cursor: ShelfCursor? = nil
  ) async throws(ShelfError) -> [Object] {
    try await find(ObjectQuery(predicate: predicate, limit: limit, after: cursor))
  }

  /// The objects of a type, sorted by a field.
  ///
  /// ```swift
  /// let page = try await shelf.objects(User.self, where: \.age > 30, sortedBy: \.name, limit: 20)
  /// ```
  ///
  /// With an index on the field (``ShelfData/shelfIndexes``) it reads only what it returns;
  /// ``explain(_:where:sortedBy:)`` shows that.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - predicate: Which ones; nil for all.
  ///   - path: The field; nil comes first. Objects with equal values are in the order of their ids.
  ///   - isDescending: True for the greatest first.
  ///   - limit: The maximum number; nil for all.
  ///   - cursor: The last object before them, in the same order; nil for the first.
  /// - Throws: ``ShelfError`` like listing them by id.
  public func objects<Object: ShelfData, Field: ShelfIndexable>(
    _ type: Object.Type = Object.self, where predicate: ShelfPredicate<Object>? = nil,
    sortedBy path: any KeyPath<Object, Field> & Sendable, descending isDescending: Bool = false, limit: Int? = nil,
    after cursor: ShelfCursor? = nil
  ) async throws(ShelfError) -> [Object] {
    try await find(
      ObjectQuery(
        predicate: predicate, sort: ObjectQuery.Sort(path), isDescending: isDescending, limit: limit, after: cursor))
  }

  /// How many objects of a type there are, or how many of them match.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - predicate: Which ones; nil for all.
  /// - Throws: ``ShelfError`` like listing them.
  public func count<Object: ShelfData>(
    _ type: Object.Type, where predicate: ShelfPredicate<Object>? = nil
  ) async throws(ShelfError) -> Int {
    guard let predicate else {
      if let store = try await opening.store() as? any IndexedShelfStore, try await !hasExpired(store) {
        return try await wrap { try await store.count(type: Object.shelfName) }
      }
      var count = 0
      var last: ShelfId?
      while let page = try await idPage(Object.shelfName, after: last) {
        count += try await read(page).count { $0 != nil }
        last = page.last
      }
      return count
    }
    var count = 0
    try await forEach(ObjectQuery(predicate: predicate)) { _ in
      count += 1
      return true
    }
    return count
  }

  /// The ids of the objects of a type, in ascending order.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - id: Ids up to and including this one are left out; nil for none.
  ///   - limit: The maximum number.
  /// - Throws: ``ShelfError`` like listing the objects.
  public func ids<Object: ShelfData>(
    of type: Object.Type, after id: ShelfId? = nil, limit: Int = .max
  ) async throws(ShelfError) -> [ShelfId] {
    let store = try await opening.store() as? any IndexedShelfStore
    let isAnyExpired = if let store { try await hasExpired(store) } else { true }
    var found: [ShelfId] = []
    var last = id
    while found.count < limit, let page = try await idPage(Object.shelfName, after: last) {
      found += isAnyExpired ? try await read(page).compactMap { $0?.id } : page
      last = page.last
    }
    return Array(found.prefix(max(0, limit)))
  }

  /// True if the store has something that has expired, but is still counted and listed.
  private func hasExpired(_ store: any IndexedShelfStore) async throws(ShelfError) -> Bool {
    let seconds = now().timeIntervalSinceReferenceDate
    return try await wrap { try await !store.expired(before: seconds, limit: 1).isEmpty }
  }

  /// How a query would be answered: by which index, or by reading all objects, and why.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - predicate: Which objects.
  /// - Throws: ``ShelfError`` if the store can't tell.
  public func explain<Object: ShelfData>(
    _ type: Object.Type, where predicate: ShelfPredicate<Object>?
  ) async throws(ShelfError) -> ShelfPlan {
    try await plan(ObjectQuery(predicate: predicate)).shelfPlan
  }

  /// How a query would be answered: by which index, or by reading all objects, and why.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - predicate: Which objects; nil for all.
  ///   - path: The field to sort by.
  /// - Throws: ``ShelfError`` if the store can't tell.
  public func explain<Object: ShelfData, Field: ShelfIndexable>(
    _ type: Object.Type, where predicate: ShelfPredicate<Object>? = nil,
    sortedBy path: any KeyPath<Object, Field> & Sendable
  ) async throws(ShelfError) -> ShelfPlan {
    try await plan(ObjectQuery(predicate: predicate, sort: ObjectQuery.Sort(path))).shelfPlan
  }
}
