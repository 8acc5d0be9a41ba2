import CFloor
import Foundation
import ORDA
import SHELF

/// Objects that another process saves, from the beginning of its save to an observer's call: a shelf tells of an object before the
/// save has returned.
@MainActor
enum ShelfLatency {
  static func workloads(_ data: ShelfData) -> [Workload] {
    [
      Workload(
        "saved by another process, heard", on: data, operations: commits(data), target: 2, kind: .wall,
        floor: floorSQLite, ours: { try side($0, .sqlite) { url, _ in try ShelfListener(url) } },
        peers: ShelfSuite.noPeers()),
      Workload(
        "files: saved by another process, heard", on: data, operations: commits(data), target: 2, kind: .wall,
        floor: floorFiles, ours: { try side($0, .file) { url, _ in try ShelfListener(url) } },
        peers: ShelfSuite.noPeers()),
    ]
  }

  private static func commits(_ data: ShelfData) -> Int { data.count / 1_000 }

  /// ORDA's changes of the same table, which tell less.
  private static func floorSQLite(_ data: ShelfData) throws -> Side {
    try side(data, .sqlite) { url, _ in try ChangesListener(ORDA.open(url), "shelf_objects") }
  }

  /// That the file of changes was written to, which tells nothing more.
  private static func floorFiles(_ data: ShelfData) throws -> Side {
    try side(data, .file) { _, path in try NoticesListener("\(path)/.shelf-changes") }
  }

  private static func side(
    _ data: ShelfData, _ scheme: ShelfData.Scheme,
    _ listener: (_ url: String, _ path: String) throws -> any LatencyListener
  ) throws -> Side {
    let url = data.freshShelf(scheme, "heard")
    let first = Person.counted(0)
    try waiting {
      let shelf = try Shelf(at: url)
      try await shelf.save(first)
      await shelf.close()
    }
    Placement.listener.take()
    return latencySide(
      commits(data), ProcessWriter(process: try LineProcess(LivePart.shelf.command(url))),
      try listener(url, data.path(of: url)))
  }
}

extension Person {
  private static let countedID = ShelfId(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))

  /// What the writer saves again and again.
  static func counted(_ number: Int64) -> Person {
    Person(id: countedID, name: "one", age: Int(number), isAdmin: false, email: "")
  }
}

/// An observer of a shelf, after whose call the object is read.
private final class ShelfListener: LatencyListener {
  private let heard = Heard()
  private let shelf: Shelf
  private let observation: ShelfObservation

  init(_ url: String) throws {
    let shelf = try Shelf(at: url)
    self.shelf = shelf
    // It listens from its first use on.
    try waiting { _ = try await shelf.object(withId: Person.counted(0).id, as: Person.self) }
    observation = shelf.observeChanges { [heard] _ in heard.now() }
  }

  func arm() {}

  func wait() throws -> (moment: Int64, number: Int64?) {
    let moment = try heard.wait()
    return (
      moment,
      try waiting { [shelf] in
        try await shelf.object(withId: Person.counted(0).id, as: Person.self).map { Int64($0.age) }
      }
    )
  }
}

/// inotify.
private final class NoticesListener: LatencyListener {
  private let notices: Int32

  init(_ path: String) throws {
    notices = cf_notices_open(path)
    guard notices >= 0 else { throw LiveFailure(description: "this system does not tell of changed files") }
  }

  isolated deinit { close(notices) }

  func arm() {}

  func wait() throws -> (moment: Int64, number: Int64?) {
    guard cf_notices_wait(notices, 10_000) == 1 else {
      throw LiveFailure(description: "a save was not heard of for ten seconds")
    }
    return (cf_now(), nil)
  }
}
