/// A store that can be read as it is at one moment, while others go on writing to it.
///
/// A backup is made from it: see ``Shelf/backup(to:progress:)``.
public protocol SnapshotShelfStore: ShelfStore {
  /// Calls a closure with a store that has this one's contents at one moment, and does not change until the closure
  /// returns.
  ///
  /// - Parameter body: Reads from it. The store can't be written to, and must not be used afterwards.
  /// - Returns: What the closure returns.
  func withSnapshot<Output>(_ body: (any ShelfStore) async throws -> Output) async throws -> Output
}
