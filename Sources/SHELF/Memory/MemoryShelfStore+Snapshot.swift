extension MemoryShelfStore: SnapshotShelfStore {
  /// Calls a closure with the objects that exist at this moment. They are copied if somebody writes meanwhile.
  public func withSnapshot<Output>(_ body: (any ShelfStore) async throws -> Output) async throws -> Output {
    try await body(MemoryShelfStore(copying: self))
  }
}
