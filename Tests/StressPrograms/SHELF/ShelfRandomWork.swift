import Foundation
internal import ORDAThreads
import SHELF

/// Tasks and a second process save, update, delete and find at random; in the end what a shelf remembers and what its indexes say must
/// be what is in the store.
struct ShelfRandomWork {
  let url: String
  private static let count = 300

  init(_ url: String) { self.url = url }

  func run(for duration: Duration) async throws -> [String] {
    let shelf = try Shelf(at: url)
    try await ShelfStress.empty(shelf)
    let heard = Lock(0)
    let observation = shelf.observeChanges { _ in heard.withLock { $0 += 1 } }
    let process = try ShelfStress.start(url, Int(duration.components.seconds), "--second")
    let works = try await work(shelf, for: duration)
    process.waitUntilExit()
    var faults = process.terminationStatus == 0 ? [] : ["the second process ended with \(process.terminationStatus)"]
    faults += try await disagreements(shelf)
    observation.cancel()
    print("\(works) works of this process, \(heard.withLock { $0 }) changes heard of")
    await shelf.close()
    return faults
  }

  func second(for duration: Duration) async throws {
    let shelf = try Shelf(at: url)
    _ = try await work(shelf, for: duration)
    await shelf.close()
  }

  private func work(_ shelf: Shelf, for duration: Duration) async throws -> Int {
    let end = ContinuousClock.now + duration
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var works = 0
          while ContinuousClock.now < end {
            do { try await Self.workOnce(shelf) } catch  where ShelfStress.isExpected(error) {}
            works += 1
          }
          return works
        }
      }
      return try await group.reduce(0, +)
    }
  }

  private static func workOnce(_ shelf: Shelf) async throws {
    let id = ShelfId.known(.random(in: 0..<count))
    func item(_ id: ShelfId) -> ShelfItem {
      var item = ShelfItem(id: id, group: .random(in: 0..<10), text: String(UInt64.random(in: 0 ... .max), radix: 36))
      if Bool.random() { item.$next.id = .known(.random(in: 0..<count)) }
      return item
    }
    switch Int.random(in: 0..<12) {
    case 0...2: try await shelf.save(item(id))
    case 3:
      let ids = Set((0..<5).map { _ in ShelfId.known(.random(in: 0..<count)) })
      try await shelf.save(ids.map { item($0) })
    case 4...6:
      try await shelf.update(
        objectWithId: id, ofType: ShelfItem.self, by: { $0.group = ($0.group + 1) % 10 },
        onObjectNotFound: .saveNewObject(item(id)))
    case 7: try await shelf.delete(objectWithId: id)
    case 8: try await shelf.delete(objectWithId: id, references: .asDeclared)
    case 9: _ = try await shelf.objects(ShelfItem.self, where: \.group == 3, sortedBy: \.text, limit: 5)
    case 10:
      let other = ShelfId.known(.random(in: 0..<count))
      _ = try await shelf.transaction { transaction in
        let group = try await transaction.object(withId: other, as: ShelfItem.self)?.group ?? 0
        return try await transaction.update(objectWithId: id, ofType: ShelfItem.self) { $0.group = group }
      }
    default: _ = try await shelf.object(withId: id, as: ShelfItem.self)
    }
  }

  /// What is wrong, when all others have ended.
  private func disagreements(_ shelf: Shelf) async throws -> [String] {
    let fresh = try Shelf(at: url)
    var faults: [String] = []
    // What others did last may still be on its way; what is wrong stays so.
    for attempt in 0..<200 {
      faults = []
      let stored = try await fresh.objects(ShelfItem.self)
      for number in 0..<Self.count {
        let id = ShelfId.known(number)
        let known = try await shelf.object(withId: id, as: ShelfItem.self)
        if known != stored.first(where: { $0.id == id }) {
          faults.append("\(number) is remembered as \(String(describing: known))")
        }
      }
      if faults.isEmpty { break }
      if attempt < 199 { try await Task.sleep(for: .milliseconds(50)) }
    }
    fresh.cacheLimit = 0
    let stored = try await fresh.objects(ShelfItem.self)
    if (try? await fresh.fillIndexes(of: ShelfItem.self)) != nil {
      for group in 0..<10 {
        let expected = stored.filter { $0.group == group }.sorted { ($0.text, $0.id) < ($1.text, $1.id) }
        let found = try await fresh.objects(ShelfItem.self, where: \.group == group, sortedBy: \.text)
        if found != expected {
          faults.append("the index finds \(found.count) of group \(group), and \(expected.count) are there")
        }
      }
    }
    print("\(stored.count) objects in the end")
    await fresh.close()
    return faults
  }
}
