extension MemoryShelfStore: SnapshotShelfStore {
  /// Calls a closure with the objects that there are at this moment. They are copied when somebody writes meanwhile.
  public func withSnapshot<Output>(_ body: (any ShelfStore) async throws -> Output) async throws -> Output {
    try await body(MemoryShelfStore(copying: self))
  }
}
