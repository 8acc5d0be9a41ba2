/// What is wrong with an object as it is stored.
public struct ShelfObjectFault: Sendable, Hashable {
  /// The object.
  public var id: ShelfId
  /// What is wrong.
  public var reason: String
}

/// The result of checking all objects.
public struct ShelfObjectCheck: Sendable, Hashable {
  /// How many objects there are.
  public var objects = 0
  /// How many bytes of JSON these are.
  public var bytes = 0
  /// How many of them have a fault.
  public var faults = 0
  /// How many references they have: each object counts once for each object it refers to.
  public var references = 0
  /// How many of these refer to missing objects, which is allowed.
  public var missing = 0
}

extension Shelf {
  /// Reads all objects, and checks whether each is JSON with its own id and has a type.
  ///
  /// Faults are not repaired. The store's own records about its objects are not checked.
  ///
  /// - Parameters:
  ///   - progress: Is called now and then with the number of objects read so far.
  ///   - tell: Is called with each fault.
  /// - Returns: What was found.
  /// - Throws: ``ShelfError`` if the store can't list its objects; one that can't be read is a fault.
  public func checkObjects(
    progress: (Int) -> Void = { _ in }, _ tell: (ShelfObjectFault) -> Void
  ) async throws(ShelfError) -> ShelfObjectCheck {
    var found = ShelfObjectCheck()
    func note(_ id: ShelfId, _ reason: String) {
      found.faults += 1
      tell(ShelfObjectFault(id: id, reason: reason))
    }
    var pages = StoredPages(try await opening.store())
    do {
      while let page = try await pages.next(unreadable: { note($0, "it can't be read: \($1)") }) {
        let objects = page.objects.filter { $0.expires.map { $0 > now() } ?? true }
        for stored in objects {
          if let reason = stored.fault { note(stored.id, reason) }
        }
        found.objects += objects.count
        found.bytes += objects.reduce(0) { $0 + $1.contents.count }
        for stored in objects where try await isMissingBytes(stored) { note(stored.id, "its bytes are missing") }
        let targets = objects.map { ReferenceScanner.references(in: $0.contents) }
        found.references += targets.reduce(0) { $0 + $1.count }
        let missing = try await missing(Set(targets.joined()))
        found.missing += targets.joined().count { missing.contains($0) }
        progress(found.objects)
      }
    } catch { throw ShelfError(error) }
    return found
  }

  private func isMissingBytes(_ stored: StoredObject) async throws -> Bool {
    let ids = ReferenceScanner.binaries(in: stored.contents)
    guard !ids.isEmpty, let store = try await opening.store() as? any BinaryShelfStore else { return !ids.isEmpty }
    for id in ids where try await store.readBinary(id, of: stored.id, from: 0, count: 0) == nil { return true }
    return false
  }

  /// Those ids under which there is nothing; what can't be read exists.
  private func missing(_ ids: Set<ShelfId>) async throws(ShelfError) -> Set<ShelfId> {
    var missing: Set<ShelfId> = []
    for page in ids.sorted().parts(of: Self.pageSize) {
      guard let objects = try? await read(page) else {
        try checkCancellation()
        continue
      }
      for (id, object) in zip(page, objects) where object == nil { missing.insert(id) }
    }
    return missing
  }
}

extension StoredObject {
  /// What is wrong with it; nil for nothing.
  fileprivate var fault: String? {
    do {
      let found = try ObjectJSON.id(in: contents)
      if found != id { return "its JSON has the id \(found)" }
    } catch { return error.reason }
    return type == nil ? "its type is not known" : nil
  }
}
