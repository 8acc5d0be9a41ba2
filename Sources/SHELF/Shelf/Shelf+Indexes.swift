internal import Foundation

extension Shelf {
  /// Fills the indexes of a type that were declared after objects had been saved, and returns once they have all of
  /// them.
  ///
  /// You need not call it: the first query that could use one begins to fill it in the background, and reads all
  /// objects until then.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - progress: Is called with the number of objects looked at so far.
  /// - Throws: ``ShelfError/unsupported(_:)`` if the store has no indexes; what reading the objects throws.
  public func fillIndexes<Object: ShelfData>(
    of type: Object.Type, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(ShelfError) {
    guard let store = try await opening.store() as? any IndexedShelfStore else {
      throw .unsupported("the store has no indexes")
    }
    // Others may save objects without keys meanwhile: then this is repeated for those.
    for _ in 0..<10 {
      let age = indexes.age
      var complete = try await wrap { try await store.completeFields(of: Object.shelfName) }
      for field in Object.keptFields where !complete.contains(field) {
        if try await wrap({ try await store.complete(field, of: Object.shelfName) }) { complete.insert(field) }
      }
      if complete.isSuperset(of: Object.keptFields) {
        indexes.note(Object.shelfName, complete, age: age)
        return
      }
      try await fill(type, Set(Object.keptFields).subtracting(complete), store, progress)
    }
    throw .changedMeanwhile([])
  }

  private func fill<Object: ShelfData>(
    _ type: Object.Type, _ missing: Set<ShelfField>, _ store: any IndexedShelfStore,
    _ progress: @Sendable (Int) -> Void
  ) async throws(ShelfError) {
    var last: ShelfId?
    var count = 0
    // Only the key says when an object was used: an existing one stays.
    let used = missing.contains(ObjectUse.field) ? Set(try await self.uses(of: type, store).map(\.finding.id)) : []
    while let ids = try await idPage(Object.shelfName, after: last) {
      last = ids.last
      var keys: [(id: ShelfId, revision: ShelfRevision, keys: [ShelfFieldKey])] = []
      // Including what has expired and what can't be read: all must have keys, or the index never becomes complete.
      let page = ids
      for stored in try await wrap({ try await store.read(page) }).compactMap({ $0 }) {
        let object = try? coder.decode(type, stored)
        let known = try object.map { object throws(ShelfError) in
          object.keys(bytes: try Self.bytes(of: stored, object), used: .distantPast)
        }
        let all = known ?? missing.map { ShelfFieldKey($0, .null) }
        let isUsed = used.contains(stored.id)
        keys.append(
          (
            stored.id, stored.revision,
            all.filter { missing.contains($0.field) && !(isUsed && $0.field == ObjectUse.field) }
          ))
      }
      let filled = keys
      try await wrap { try await store.fill(Object.shelfName, filled) }
      count += ids.count
      progress(count)
      try checkCancellation()
    }
  }

  /// How many bytes an object takes up, including what is stored beside its JSON if its type has a limit.
  static func bytes<Object: ShelfData>(of stored: StoredObject, _ object: Object) throws(ShelfError) -> Int {
    guard Object.shelfMaxBytes != nil, ReferenceScanner.contains(stored.contents, SpecialKey.binaryCore) else {
      return stored.contents.count
    }
    return try ObjectCoder.encode(object).bytes
  }

  /// The fields of a type whose indexes are complete; nil if the store has no indexes. Incomplete ones are filled in
  /// the background.
  func completeFields<Object: ShelfData>(of type: Object.Type) async throws(ShelfError) -> Set<ShelfField>? {
    if let known = indexes.complete(Object.shelfName) { return known }
    guard let store = try await opening.store() as? any IndexedShelfStore else { return nil }
    let age = indexes.age
    var complete: Set<ShelfField> = []
    let missing: Set<ShelfField>
    do {
      complete = try await wrap { try await store.completeFields(of: Object.shelfName) }
      missing = Set(Object.keptFields).subtracting(complete)
      for field in missing where try await wrap({ try await store.complete(field, of: Object.shelfName) }) {
        complete.insert(field)
      }
    } catch  where error.isReadOnly {
      // Then nothing can be filled, and what is incomplete stays so.
      return complete
    }
    if complete.isSuperset(of: missing) {
      indexes.note(Object.shelfName, complete, age: age)
    } else if indexes.beginFilling(Object.shelfName) {
      Task.detached { [weak self] in
        try? await self?.fillIndexes(of: Object.self)
        self?.indexes.endFilling(Object.shelfName)
      }
    }
    return complete
  }

  /// Calls a store, and turns what it throws into a shelf's error.
  func wrap<Output>(_ body: () async throws -> Output) async throws(ShelfError) -> Output {
    do { return try await body() } catch { throw ShelfError(error) }
  }
}
