/// A store that can be read as it is at one moment, while others go on writing to it.
///
/// A backup is made from it: see ``Shelf/backup(to:progress:)``.
public protocol SnapshotShelfStore: ShelfStore {
  /// Calls a closure with a store that has what this one has at one moment, and stays so until the closure returns.
  ///
  /// - Parameter body: Reads from it. It can't be written to, and is of no use afterwards.
  /// - Returns: What the closure returns.
  func withSnapshot<Output>(_ body: (any ShelfStore) async throws -> Output) async throws -> Output
}
