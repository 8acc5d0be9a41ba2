extension Shelf {
  /// Assigns types to objects whose type the store has lost, or never knew.
  ///
  /// When no such object is left, objects are listed by type again if the store had refused that.
  ///
  /// - Parameters:
  ///   - type: The name of the type, like ``ShelfData/shelfName``.
  ///   - isMeant: Chooses the objects; it is not asked about what is not JSON with its id.
  /// - Returns: How many there were.
  /// - Throws: ``ShelfError`` if reading or writing fails; objects that were given the type before keep it.
  @discardableResult
  public func assign(
    type: String, toLost isMeant: (StoredObject) -> Bool = { _ in true }
  ) async throws(ShelfError) -> Int {
    if type.isEmpty { throw .misuse("a type has a name") }
    let repair = try await assign { isMeant($0) ? type : nil }
    if repair.undecided.isEmpty { try await finishRepair() }
    return repair.assigned
  }

  /// Finds the types of objects whose type the store has lost, or never knew: of those that can be decoded as exactly
  /// one of some types.
  ///
  /// Afterwards objects are listed by type again; those that stay without one can only be found by id.
  ///
  /// - Parameter types: All types that the objects may have: `try await shelf.repair(as: User.self, Message.self)`.
  /// - Returns: How many were given a type, and which were not.
  /// - Throws: ``ShelfError`` if reading or writing fails; objects that were given a type before keep it.
  @discardableResult
  public func repair(as types: any ShelfData.Type...) async throws(ShelfError) -> ShelfRepair {
    for type in types { register(type) }
    let repair = try await assign { stored in
      let found = types.filter { isDecodable(stored, $0) }
      return found.count == 1 ? found.first?.shelfName : nil
    }
    try await finishRepair()
    return repair
  }

  private func isDecodable<Object: ShelfData>(_ stored: StoredObject, _ type: Object.Type) -> Bool {
    (try? coder.decode(type, stored)) != nil
  }

  /// Gives objects without a type the one that a closure returns; nil leaves one as it is.
  private func assign(_ type: (StoredObject) -> String?) async throws(ShelfError) -> ShelfRepair {
    // They are in no index.
    defer { indexes.forget() }
    var repair = ShelfRepair()
    for try await stored in storedObjects() where stored.type == nil {
      guard (try? ObjectJSON.id(in: stored.contents)) == stored.id, let type = type(stored) else {
        repair.undecided.append(stored.id)
        continue
      }
      let change = PendingChange(
        stored.id, json: stored.contents, type: type, expires: stored.expires, expecting: .revision(stored.revision))
      // Whoever has saved it meanwhile knew its type, or deleted it.
      if try await write([change]).isEmpty { repair.assigned += 1 }
    }
    return repair
  }

  private func finishRepair() async throws(ShelfError) {
    guard let store = try await opening.store() as? FileShelfStore else { return }
    try await wrap { try await store.finishRepair() }
  }
}

/// The result of recovering lost types. See ``Shelf/repair(as:)``.
public struct ShelfRepair: Sendable, Hashable {
  /// How many objects were given a type.
  public var assigned = 0
  /// The objects that could have none of the types, or several.
  public var undecided: [ShelfId] = []
}
