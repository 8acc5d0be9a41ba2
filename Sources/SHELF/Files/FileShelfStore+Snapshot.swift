internal import Foundation

extension FileShelfStore: SnapshotShelfStore {
  /// Calls a closure with a copy of the folder, made like ``backup(to:)`` in the system's folder for temporary files,
  /// and removed afterwards. So the closure may take its time, and nobody waits for it.
  public func withSnapshot<Output>(_ body: (any ShelfStore) async throws -> Output) async throws -> Output {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("shelf-\(UUID().uuidString)").path
    do {
      // A folder that does not exist yet has a copy that does not exist either.
      if try await reading({ _ in true }) != nil { try await backup(to: copy) }
      var options = ShelfFileOptions()
      options.isReadOnly = true
      let store = FileShelfStore(folder: copy, options: options)
      let output = try await body(store)
      await store.close()
      await remove(copy)
      return output
    } catch {
      await remove(copy)
      throw error
    }
  }

  /// Removes a copy, complete or not, even in a cancelled task.
  private func remove(_ copy: String) async {
    await withCheckedContinuation { continuation in
      readers.submit {
        for path in [copy, Self.unfinished(copy)] where FileSystem.exists(path) {
          try? FileManager.default.removeItem(atPath: path)
        }
        continuation.resume()
      }
    }
  }
}
