import Foundation
import SHELF
import Synchronization

/// What a shelf remembers, on the main actor.
@MainActor
enum ShelfCached {
  /// So many objects are known.
  private static let known = 1_000

  static func workloads(_ data: ShelfData) -> [Workload] {
    [
      Workload(
        "a cached object", on: data, operations: data.count, target: 5, floor: floor, ours: fetch,
        peers: ShelfSuite.noPeers()),
      Workload(
        "a reference to a cached object", on: data, operations: data.count, target: 5, floor: floor, ours: resolve,
        peers: ShelfSuite.noPeers()),
    ]
  }

  /// A dictionary under a lock.
  private static func floor(_ data: ShelfData) throws -> Side {
    let people = data.people(known)
    let known = KnownPeople(people)
    return Side(
      run: {
        var sum = 0
        for index in 0..<data.count { sum += known.person(people[index % people.count].id)?.age ?? 0 }
        return sum
      }, checksum: { UInt64($0) })
  }

  private final class KnownPeople: Sendable {
    private let people: Mutex<[ShelfId: Person]>

    init(_ people: [Person]) {
      self.people = Mutex(Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { $1 }))
    }

    @inline(never) func person(_ id: ShelfId) -> Person? { people.withLock { $0[id] } }
  }

  private static func fetch(_ data: ShelfData) throws -> Side {
    let shelf = Shelf.onlyInMemory()
    let people = data.people(known)
    try waiting { try await shelf.save(people) }
    return Side(
      run: {
        var sum = 0
        for index in 0..<data.count {
          sum += try await shelf.object(withId: people[index % people.count].id, as: Person.self)?.age ?? 0
        }
        return sum
      }, checksum: { UInt64($0) })
  }

  private static func resolve(_ data: ShelfData) throws -> Side {
    let shelf = Shelf.onlyInMemory()
    let people = data.people(known)
    try waiting { try await shelf.save(people) }
    let letters = people.map { Letter(id: ShelfId(), author: $0) }
    return Side(
      run: {
        var sum = 0
        for index in 0..<data.count {
          sum += try await letters[index % letters.count].$author.loaded(from: shelf)?.age ?? 0
        }
        return sum
      }, checksum: { UInt64($0) })
  }
}
