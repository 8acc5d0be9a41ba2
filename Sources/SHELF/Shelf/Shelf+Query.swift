internal import Foundation

extension Shelf {
  /// The objects that match a query, in its order.
  func find<Object: ShelfData>(_ query: ObjectQuery<Object>) async throws(ShelfError) -> [Object] {
    if let limit = query.limit, limit <= 0 { return [] }
    var found: [Object] = []
    var isSorted = query.sort == nil && !query.isDescending
    let plan = try await plan(query)
    if case .index(_, _, let isOrdered) = plan.way { isSorted = isOrdered }
    // The index does not know the order of objects whose long strings begin alike.
    var openKey: [UInt8]?
    try await forEach(query, plan) { object, key in
      if isSorted, let limit = query.limit, found.count >= limit, openKey == nil || openKey != key { return false }
      openKey = key.map(ShelfKey.isCut) == true ? key : nil
      found.append(object)
      return true
    }
    return query.sorted(found)
  }

  /// Calls a closure with the objects that match a query, as they come, until it returns false.
  func forEach<Object: ShelfData>(
    _ query: ObjectQuery<Object>, _ body: (Object) throws(ShelfError) -> Bool
  ) async throws(ShelfError) {
    try await forEach(query, try await plan(query)) { object, _ throws(ShelfError) in try body(object) }
  }

  func plan<Object: ShelfData>(_ query: ObjectQuery<Object>) async throws(ShelfError) -> QueryPlan {
    let isAnyUsable = query.predicate?.ranges.isEmpty == false || query.sort != nil
    guard isAnyUsable, !Object.shelfIndexes.isEmpty else {
      return QueryPlan(query, complete: try await opening.store() is any IndexedShelfStore ? [] : nil)
    }
    return QueryPlan(query, complete: try await completeFields(of: Object.self))
  }

  /// - Parameter body: Is called with an object, and its key if an index is read in order.
  private func forEach<Object: ShelfData>(
    _ query: ObjectQuery<Object>, _ plan: QueryPlan, _ body: (Object, [UInt8]?) throws(ShelfError) -> Bool
  ) async throws(ShelfError) {
    switch plan.way {
    case .nothing: return
    case .scan: try await scan(query) { object throws(ShelfError) in try body(object, nil) }
    case .index(let field, let range, let isOrdered):
      try await search(query, field, range, isOrdered: isOrdered, body)
    }
  }

  private func scan<Object: ShelfData>(
    _ query: ObjectQuery<Object>, _ body: (Object) throws(ShelfError) -> Bool
  ) async throws(ShelfError) {
    var last = query.sort == nil && !query.isDescending ? query.after?.id : nil
    // If every object is wanted, no more is read than requested.
    let isExact = query.predicate == nil && query.sort == nil && !query.isDescending
    let length = isExact ? query.limit.map { min($0, Self.pageSize - 1) + 1 } : nil
    while let ids = try await idPage(Object.shelfName, after: last, limit: length ?? Self.pageSize) {
      last = ids.last
      for stored in try await read(ids) {
        guard let stored, let object = try readable(Object.self, stored), query.isMeant(object) else { continue }
        try noteUse(stored, object)
        if try !body(object) { return }
      }
      try checkCancellation()
    }
  }

  private func search<Object: ShelfData>(
    _ query: ObjectQuery<Object>, _ field: ShelfField, _ range: KeyRange, isOrdered: Bool,
    _ body: (Object, [UInt8]?) throws(ShelfError) -> Bool
  ) async throws(ShelfError) {
    guard let store = try await opening.store() as? any IndexedShelfStore else { return }
    var search = ShelfSearch(
      Object.shelfName, field, from: range.from, through: range.through,
      isDescending: isOrdered && query.isDescending, limit: Self.pageSize)
    if let limit = query.limit, limit < Self.pageSize { search.limit = limit + 1 }
    if isOrdered, let after = query.after, let key = after.key?.bytes {
      // If strings were cut, all that begin alike are looked at again.
      if ShelfKey.isCut(key) {
        if query.isDescending { search.through = key } else { search.from = key }
      } else {
        search.after = ShelfFinding(after.id, key: key)
      }
    }
    // An object whose field changes meanwhile can be found in two places.
    var seen: Set<ShelfId> = []
    types.note(Object.self)
    while true {
      let next = search
      let age = cache.age
      let found = try await wrap { try await store.findObjects(next) }
      for (finding, stored) in found where seen.insert(finding.id).inserted {
        guard let stored, let known = try known(Object.self, stored, age), query.isMeant(known.object) else { continue }
        noteUse(known, stored.id)
        if try !body(known.object, isOrdered ? finding.key : nil) { return }
      }
      guard found.count == search.limit, let last = found.last?.finding else { return }
      search.after = last
      search.limit = Self.pageSize
      try checkCancellation()
    }
  }

  /// The next ids of a type, or of all; nil if there are no more.
  func idPage(
    _ type: String?, after id: ShelfId?, limit: Int = pageSize
  ) async throws(ShelfError) -> [ShelfId]? {
    let store = try await opening.store()
    do {
      let ids = try await store.ids(type: type, after: id, limit: limit)
      return ids.isEmpty ? nil : ids
    } catch { throw ShelfError(error) }
  }

  /// An object that was found, from the cache, or else added to it; nil if it has expired or can't be read.
  ///
  /// - Parameter age: The cache's age before it was found.
  private func known<Object: ShelfData>(
    _ type: Object.Type, _ stored: StoredObject, _ age: Int
  ) throws(ShelfError) -> Cached<Object>? {
    if let expires = stored.expires, expires <= now() { return nil }
    let remembered: Cached<Object>? = cache.find(stored.id, type)
    if let remembered, remembered.revision == stored.revision { return remembered }
    let known = try readable(stored) { stored throws(ShelfError) -> Cached<Object> in try decode(stored) }
    if let known { cache.remember(stored.id, known, readAt: age) }
    return known
  }

  /// Decodes a stored object; if that fails, reports it to ``onUnreadable`` and returns nil.
  func readable<Object: ShelfData>(_ type: Object.Type, _ stored: StoredObject) throws(ShelfError) -> Object? {
    try readable(stored) { stored throws(ShelfError) in try coder.decode(type, stored) }
  }

  private func readable<Output>(
    _ stored: StoredObject, decode: (StoredObject) throws(ShelfError) -> Output
  ) throws(ShelfError) -> Output? {
    do { return try decode(stored) } catch {
      guard let onUnreadable else { throw error }
      onUnreadable(error)
      return nil
    }
  }
}
