extension Reference {
  /// Loads the object, so that the property has it: from the shelf's cache, or by reading it.
  ///
  /// - Parameter shelf: The shelf; nil for the one that this object was read from.
  /// - Returns: The object; nil if the reference is to none, or the object does not exist.
  /// - Throws: ``ShelfError`` like ``Shelf/object(withId:as:)``; `misuse` if no shelf is known.
  @discardableResult
  public mutating func load(from shelf: Shelf? = nil) async throws(ShelfError) -> Object? {
    let object = try await loaded(from: shelf)
    content = Content(object, content.shelf)
    return object
  }

  /// The object, from the shelf's cache or by reading it, without changing the property.
  ///
  /// - Parameter shelf: The shelf; nil for the one that this object was read from.
  /// - Returns: The object; nil if the reference is to none, or the object does not exist.
  /// - Throws: ``ShelfError`` like ``Shelf/object(withId:as:)``; `misuse` if no shelf is known.
  public func loaded(from shelf: Shelf? = nil) async throws(ShelfError) -> Object? {
    guard let id else { return nil }
    guard let reader = shelf ?? content.shelf?.reader as? Shelf else { throw .misuse(ReferenceLoader.missing) }
    return try await reader.object(withId: id, as: Object.self)
  }
}

extension References {
  /// Loads the objects, so that the property has them.
  ///
  /// - Parameter shelf: The shelf; nil for the one that this object was read from.
  /// - Returns: The existing ones, in the order of the ids.
  /// - Throws: ``ShelfError`` like ``Shelf/objects(withIds:as:)``; `misuse` if no shelf is known.
  @discardableResult
  public mutating func load(from shelf: Shelf? = nil) async throws(ShelfError) -> [Object] {
    let objects = try await loaded(from: shelf)
    content = Content(Self.byID(objects), content.shelf)
    return objects
  }

  /// The objects, from the shelf's cache or by reading them, without changing the property.
  ///
  /// - Parameter shelf: The shelf; nil for the one that this object was read from.
  /// - Returns: The existing ones, in the order of the ids.
  /// - Throws: ``ShelfError`` like ``Shelf/objects(withIds:as:)``; `misuse` if no shelf is known.
  public func loaded(from shelf: Shelf? = nil) async throws(ShelfError) -> [Object] {
    guard !ids.isEmpty else { return [] }
    guard let reader = shelf ?? content.shelf?.reader as? Shelf else { throw .misuse(ReferenceLoader.missing) }
    return try await reader.objects(withIds: ids, as: Object.self).compactMap { $0 }
  }
}

extension ShelfObjectReference {
  /// The referenced object; nil if there is none.
  ///
  /// - Throws: ``ShelfError`` like ``Shelf/object(withId:as:)``.
  public func resolve(using shelf: Shelf) async throws(ShelfError) -> Object? {
    try await shelf.object(withId: id, as: Object.self)
  }

  /// Updates the referenced object; see ``Shelf/update(objectWithId:ofType:by:onObjectNotFound:)``.
  @discardableResult
  public func update(
    in shelf: Shelf, by change: (inout Object) throws -> Void,
    onObjectNotFound: ShelfMissingObject<Object> = .doNothing
  ) async throws(ShelfError) -> Object? {
    try await shelf.update(objectWithId: id, ofType: Object.self, by: change, onObjectNotFound: onObjectNotFound)
  }
}
