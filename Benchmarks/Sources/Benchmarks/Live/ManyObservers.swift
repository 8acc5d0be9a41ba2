import ORDA
import Synchronization

/// A commit of one row that many observers of its table hear of, and many lists of one table.
@MainActor
enum ManyObservers {
  /// The number of observers, and of lists.
  nonisolated static let count = 10_000
  private static let update = "UPDATE track SET milliseconds = ? WHERE id = 1"

  /// One UPDATE by C, and the calls of as many closures.
  static func floorCommit(_ data: LiveData) throws -> Side {
    let path = try data.database("floor-observers")
    let connection = try FloorConnection(path)
    let calls = CallCount()
    let closures: [@Sendable () -> Void] = (0..<count).map { _ in { calls.count.add(1, ordering: .relaxed) } }
    var number: Int64 = 0
    return Side(
      before: { try data.checkpoint(path) },
      run: {
        number += 1
        try connection.execute("UPDATE track SET milliseconds = \(number) WHERE id = 1;")
        for closure in closures { closure() }
      }, checksum: { try data.rows(of: path, with: number) })
  }

  /// One UPDATE by a governor with as many observers of the table, until the last observer is called.
  static func commit(_ data: LiveData) throws -> Side {
    let path = try data.database("orda-observers")
    let governor = try LiveData.open(path)
    let statement = try governor.prepare(SQL(text: update))
    let calls = CallCount()
    let observations = try (0..<count).map { _ in
      try governor.observeChanges(of: "track") { _ in calls.count.add(1, ordering: .relaxed) }
    }
    var number: Int64 = 0
    return Side(
      before: { try data.checkpoint(path) },
      run: {
        number += 1
        calls.count.store(0, ordering: .relaxed)
        try statement.execute(number)
        try governor.catchUp()
        guard calls.count.load(ordering: .relaxed) == observations.count else {
          throw LiveFailure(description: "\(calls.count.load(ordering: .relaxed)) observers were called")
        }
      }, checksum: { try data.rows(of: path, with: number) })
  }

  /// As many queries of one row.
  static func floorLists(_ data: LiveData) throws -> Side {
    let governor = try LiveData.open(data.library)
    let statement = try governor.prepare("SELECT * FROM track WHERE id = ?")
    return Side(
      run: { for number in 0..<count { _ = try statement.query(number % data.count + 1) } },
      checksum: { UInt64(count) })
  }

  /// As many lists of one row each, which follow the table at the same time.
  static func lists(_ data: LiveData) throws -> Side {
    let governor = try LiveData.open(try data.database("orda-lists"))
    let table = try governor.table("track")
    var lists: [LiveResult] = []
    return Side(
      before: { lists = [] },
      run: { lists = try (0..<count).map { number in try table.follow(where: "id = \(number % data.count + 1)") } },
      checksum: { UInt64(lists.count) })
  }
}
