import ORDAThreads
import SHELF

extension FaultyStore: SnapshotShelfStore {
  func withSnapshot<Output>(_ body: (any ShelfStore) async throws -> Output) async throws -> Output {
    if has(.snapshotsChange) { return try await body(self) }
    let copy = Place()
    var rows = place.state.withLock { $0.rows }
    if has(.snapshotsLoseTypes) { for id in rows.keys { rows[id]?.object.type = nil } }
    copy.state.withLock { [rows] in $0.rows = rows }
    return try await body(FaultyStore(copy, nil))
  }
}
