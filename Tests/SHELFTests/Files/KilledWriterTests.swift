import Foundation
import TestSupport
import Testing

@testable import SHELF

@Suite struct `Files of a killed writer` {
  @Test(arguments: [false, true])
  func `what it had saved and told nobody is told to all, by whoever comes next`(isBatch: Bool) async throws {
    var untold = 0
    // It is killed at each of its changes, one after the other, until it comes to the end.
    for cut in 1..<500 {
      let place = try StoreFolder()
      let store = place.store()
      try await store.writes(.put(lisa, "0"), .put(bart, "0"))
      let heard = Shared<Set<ShelfId>>([])
      let watch = try await store.observe { change in
        let ids: Set<ShelfId> = if case .objects(let ids) = change { ids } else { [lisa, bart] }
        heard.with { $0.formUnion(ids) }
      }
      let isDone = await Self.killed(place.path, cut, isBatch ? [.put(lisa, "1"), .put(bart, "1")] : [.put(lisa, "1")])
      _ = try await store.write([ShelfWrite(lisa, .check), ShelfWrite(bart, .check)])
      if try await store.text(lisa) == "1" {
        let expected: Set = isBatch ? [lisa, bart] : [lisa]
        try await heard.wait { $0.isSuperset(of: expected) }
        if !isDone { untold += 1 }
      }
      withExtendedLifetime(watch) {}
      if isDone { break }
    }
    #expect(untold > 0)
  }

  /// Writes, and can't touch the disk any more after some changes; true where it came to the end.
  private static func killed(_ path: String, _ cut: Int, _ writes: [ShelfWrite]) async -> Bool {
    let victim = FileShelfStore(
      folder: path, options: ShelfFileOptions(), references: { _ in [] },
      system: { try PowerCutSystem($0, cutAfter: cut, start: 9) })
    if case .written = try? await victim.write(writes) { return true }
    return false
  }
}
