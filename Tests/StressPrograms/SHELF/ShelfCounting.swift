import Foundation
internal import ORDAThreads
import SHELF

/// Two processes, each with eight tasks, count one object up; not one update may be lost.
struct ShelfCounting {
  let url: String
  private let id = ShelfId.known(1_000_000)

  init(_ url: String) { self.url = url }

  /// All processes: what is wrong in the end.
  func run(_ total: Int) async throws -> [String] {
    let shelf = try Shelf(at: url)
    try await shelf.save(ShelfCount(id: id, number: 0))
    let began = ContinuousClock.now
    let processes = try (0..<2).map { _ in try ShelfStress.start(url, total / 2, "--counter") }
    var faults: [String] = []
    for process in processes {
      process.waitUntilExit()
      if process.terminationStatus != 0 { faults.append("a counting process ended with \(process.terminationStatus)") }
    }
    shelf.cacheLimit = 0
    let found = try await shelf.object(withId: id, as: ShelfCount.self)?.number ?? -1
    let expected = total / 2 * 2
    if found != expected { faults.append("\(found) increments of \(expected)") }
    print("\(found) increments by 2 processes with 8 tasks each in \(ContinuousClock.now - began)")
    await shelf.close()
    return faults
  }

  /// One process.
  func count(_ total: Int) async throws {
    let shelf = try Shelf(at: url)
    let left = Lock(total)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          while left.withLock({ left in
            left -= 1
            return left >= 0
          }) {
            while true {
              do {
                try await shelf.update(objectWithId: id, ofType: ShelfCount.self) { $0.number += 1 }
                break
              } catch  where ShelfStress.isExpected(error) {}
            }
          }
        }
      }
      try await group.waitForAll()
    }
    await shelf.close()
  }
}
