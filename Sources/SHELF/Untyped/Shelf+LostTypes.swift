extension Shelf {
  /// Says of what type objects are whose type the store has lost, or never knew.
  ///
  /// - Parameters:
  ///   - type: The name of the type, as ``ShelfData/shelfName`` is.
  ///   - isMeant: Says which objects; what is no JSON of its id is not asked about.
  /// - Returns: How many there were.
  /// - Throws: ``ShelfError`` where reading or writing fails; those that were given the type before keep it.
  @discardableResult
  public func assign(
    type: String, toLost isMeant: (StoredObject) -> Bool = { _ in true }
  ) async throws(ShelfError) -> Int {
    if type.isEmpty { throw .misuse("a type has a name") }
    // They are in no index.
    defer { indexes.forget() }
    var count = 0
    for try await stored in storedObjects() where stored.type == nil {
      guard (try? ObjectJSON.id(in: stored.contents)) == stored.id, isMeant(stored) else { continue }
      let change = PendingChange(
        stored.id, json: stored.contents, type: type, expires: stored.expires, expecting: .revision(stored.revision))
      // Whoever has saved it meanwhile knew its type, or deleted it.
      if try await write([change]).isEmpty { count += 1 }
    }
    return count
  }
}
