/// Where a shelf stores its objects: bytes by id. A folder of files, memory and databases are such stores; a program
/// may make its own.
///
/// A shelf asks it for objects, gives it objects to keep, and does all the rest: JSON, references, caching, observing. Calls
/// come from several tasks at once. A store throws what went wrong; the shelf makes a ``ShelfError`` of it.
///
/// What it has to do right is small, and the product `ShelfConformance` checks it:
/// - A write is done whole or not at all, and is there for every ``read(_:)`` that begins when it has returned.
/// - Of two writes that expect the same revision one succeeds, and the other gets the conflict.
///
/// A store that can do more says so by ``IndexedShelfStore``.
public protocol ShelfStore: Sendable {
  /// Reads objects.
  ///
  /// - Parameter ids: Any number of ids, each once.
  /// - Returns: The objects in the order of the ids; nil for those that aren't there.
  func read(_ ids: [ShelfId]) async throws -> [StoredObject?]

  /// Does all of the writes, if each finds what it expects, or none of them.
  ///
  /// An object can't be replaced by one of another type: such a write is ``ShelfWriteOutcome/otherType(_:stored:)``,
  /// and none is done. If the stored type is unknown, or the write names none, it can.
  ///
  /// - Parameter writes: At most one for each id.
  func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome

  /// The ids of the objects of a type, or of all objects, in ascending order, a page at a time.
  ///
  /// - Parameters:
  ///   - type: The name of a type; nil for all objects.
  ///   - id: Ids up to this one, with it, are left out.
  ///   - limit: How many at most.
  func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId]

  /// Deletes all objects.
  func wipe() async throws

  /// Begins to report changes not made by this store object's own ``write(_:)``: by other programs, and by other store
  /// objects of the same folder or database.
  ///
  /// - Parameter tell: Is called, on any thread, once each change can be read.
  /// - Returns: What keeps it going: releasing it ends the reports. Nil if the store can't report changes, or nobody
  ///   else can write.
  func observe(_ tell: @escaping @Sendable (ShelfChange) -> Void) async throws -> (any AnyObject & Sendable)?

  /// Releases what the store holds, such as its files and connections. Nothing is called afterwards.
  func close() async
}

extension ShelfStore {
  /// Nobody else writes, or nobody can tell.
  public func observe(
    _ tell: @escaping @Sendable (ShelfChange) -> Void
  ) async throws -> (any AnyObject & Sendable)? { nil }

  /// There is nothing to release.
  public func close() async {}
}

/// What others changed in a store.
public enum ShelfChange: Sendable, Hashable {
  /// These objects were saved or deleted.
  case objects(Set<ShelfId>)
  /// Anything may have changed.
  case everything
}
