internal import Foundation

extension Shelf {
  /// The object with an id; nil if there is none.
  ///
  /// A cached object is returned at once, without a change of threads.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - type: The object's type.
  /// - Throws: ``ShelfError/couldNotParseObject(_:type:reason:)`` if the id has an object of another type, and
  ///   ``ShelfError/couldNotReadObjectFile(_:_:)`` if the store can't read it.
  public func object<Object: ShelfData>(
    withId id: ShelfId, as type: Object.Type = Object.self
  ) async throws(ShelfError) -> Object? {
    if let known = cache.find(id, Object.self), isCurrent(known) {
      noteUse(known, id)
      return known.object
    }
    return try await load(id, type)?.object
  }

  /// The objects with some ids, in their order, read in one go; nil for those that aren't there.
  ///
  /// - Parameters:
  ///   - ids: The ids; one may occur twice.
  ///   - type: The objects' type.
  /// - Throws: Like ``object(withId:as:)``, for the first that can't be read.
  public func objects<Object: ShelfData>(
    withIds ids: [ShelfId], as type: Object.Type = Object.self
  ) async throws(ShelfError) -> [Object?] {
    var objects: [ShelfId: Object] = [:]
    var missing: [ShelfId] = []
    for id in Set(ids) {
      if let known = cache.find(id, Object.self), isCurrent(known) {
        noteUse(known, id)
        objects[id] = known.object
      } else {
        missing.append(id)
      }
    }
    for page in missing.sorted().parts(of: Self.pageSize) {
      for (id, known) in zip(page, try await load(page, type)) { objects[id] = known?.object }
    }
    return ids.map { objects[$0] }
  }

  /// Whatever is stored under an id: its JSON, if you don't know its type; nil if there is nothing.
  ///
  /// - Parameter id: The id.
  /// - Throws: ``ShelfError/couldNotReadObjectFile(_:_:)`` if the store can't read it.
  @discardableResult
  public func object(withId id: ShelfId) async throws(ShelfError) -> StoredObject? {
    try await read([id]).first ?? nil
  }

  /// True if there is an object with an id, whatever its type.
  ///
  /// - Parameter id: The id.
  /// - Throws: ``ShelfError`` if the store can't tell.
  public func exists(_ id: ShelfId) async throws(ShelfError) -> Bool {
    try await read([id]).first.flatMap { $0 } != nil
  }

  /// The maximum number of objects read in one go.
  static let pageSize = 1_000

  private func isCurrent(_ known: CachedObject) -> Bool { known.expires.map { $0 > now() } ?? true }

  /// What the store has, without what has expired.
  func read(_ ids: [ShelfId]) async throws(ShelfError) -> [StoredObject?] {
    let store = try await opening.store()
    do {
      return try await store.read(ids).map { stored in
        stored?.expires.map { $0 <= now() } == true ? nil : stored
      }
    } catch { throw ShelfError(error) }
  }

  /// Reads one object, and remembers it.
  func load<Object: ShelfData>(_ id: ShelfId, _ type: Object.Type) async throws(ShelfError) -> Cached<Object>? {
    try await load([id], type).first ?? nil
  }

  /// Reads objects, and remembers them.
  func load<Object: ShelfData>(
    _ ids: [ShelfId], _ type: Object.Type
  ) async throws(ShelfError) -> [Cached<Object>?] {
    // The store first: from then on changes by others are reported.
    _ = try await opening.store()
    types.note(Object.self)
    cache.begin(ids)
    var loaded: [Cached<Object>?] = []
    defer {
      for (index, id) in ids.enumerated() { cache.endReading(id, loaded.indices.contains(index) ? loaded[index] : nil) }
    }
    for stored in try await read(ids) {
      let known: Cached<Object>? = try stored.map { stored throws(ShelfError) in try decode(stored) }
      if let known, let stored { noteUse(known, stored.id) }
      loaded.append(known)
    }
    return loaded
  }

  /// What is remembered of a stored object.
  func decode<Object: ShelfData>(_ stored: StoredObject) throws(ShelfError) -> Cached<Object> {
    let object = try coder.decode(Object.self, stored)
    return Cached(
      object, stored.revision, expires: stored.expires, size: stored.contents.count,
      bytes: try Self.bytes(of: stored, object))
  }
}
