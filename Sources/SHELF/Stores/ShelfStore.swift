/// Where a shelf stores its objects: bytes by id. A folder of files, memory and databases are such stores; a program
/// may bring its own.
///
/// A shelf asks it for objects, gives it objects to keep, and does the rest: JSON, references, caching, observing.
/// Calls come from several tasks at once. A store throws whatever went wrong; the shelf turns it into a ``ShelfError``.
///
/// Its duties are few, and the product `ShelfConformance` checks them:
/// - A write is done completely or not at all, and every ``read(_:)`` that begins after it has returned sees it.
/// - Of two writes that expect the same revision one succeeds, and the other gets the conflict.
///
/// A store that can do more conforms to ``IndexedShelfStore``.
public protocol ShelfStore: Sendable {
  /// Reads objects.
  ///
  /// - Parameter ids: Any number of ids, each once.
  /// - Returns: The objects in the order of the ids; nil for those that aren't there.
  func read(_ ids: [ShelfId]) async throws -> [StoredObject?]

  /// Does all of the writes, if each finds what it expects, or none of them.
  ///
  /// An object can't be replaced by one of another type: the outcome is then
  /// ``ShelfWriteOutcome/otherType(_:stored:)``, and nothing is done. It can if the stored type is unknown, or the
  /// write names none.
  ///
  /// - Parameter writes: At most one for each id.
  func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome

  /// The ids of the objects of a type, or of all objects, in ascending order, a page at a time.
  ///
  /// - Parameters:
  ///   - type: The name of a type; nil for all objects.
  ///   - id: Ids up to and including this one are left out.
  ///   - limit: The maximum number.
  func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId]

  /// Deletes all objects.
  func wipe() async throws

  /// Begins to report changes not made by this store object's own ``write(_:)``: by other programs, and by other store
  /// objects on the same folder or database.
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
