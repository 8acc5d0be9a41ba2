import Foundation
import Logging
import ORDA
import ORDAMariaDB
import ORDASQLite
internal import ORDAThreads

/// Eight tasks and a second process set, delete, insert and roll back at random on live rows; in the end all must agree.
///
///     StressPrograms live URL [SECONDS]              makes the table orda_stress there, and drops it afterwards
///     StressPrograms live URL SECONDS --second       is the second process
///     StressPrograms live URL TOTAL --increments [WAY [PROCESSES]]
///                                           counts a number up by 4 processes at once, in one way or in all
///     StressPrograms live URL MEBIBYTES --large      writes and reads one value of that size, and prints by how much it grew
///     StressPrograms live URL [SECONDS] --chaos      does something else: see `Chaos`
///     StressPrograms live URL [SECONDS] --pool       the same, with the pool's own life on top: see `PoolLife`
///     ... --untimed                         in both a call may come back late
///
/// Prints what was done, and what was wrong. Ends with 0 where all agree, 1 where something does not, and 3 where the
/// database tells of no changes.
struct LiveStress {
  static func run(_ arguments: [String]) async {
    guard let url = arguments.first, let seconds = Int(arguments.dropFirst().first ?? "60"), seconds > 0 else {
      print("usage: StressPrograms live URL [SECONDS]")
      exit(64)
    }
    do {
      try SQLite.register()
      try MariaDB.register()
      if arguments.contains("--second") {
        let second = try LiveSecondProcess(url: url)
        try await second.run(for: .seconds(seconds))
      } else if let place = arguments.firstIndex(of: "--increments") {
        exit(try await increments(url, total: seconds, Array(arguments[(place + 1)...])))
      } else if arguments.contains("--increment") {
        guard let way = Increments.Way(rawValue: arguments.last ?? "") else { exit(64) }
        try await Increments(url: url).count(way, times: seconds)
      } else if arguments.contains("--large") {
        try await LargeValueRun(db: ORDA.open(url), mebibytes: seconds).run()
      } else if arguments.contains("--chaos") || arguments.contains("--pool") {
        let chaos = Chaos(
          url: url, seconds: seconds, poolLives: arguments.contains("--pool"),
          isTimed: !arguments.contains("--untimed"))
        exit(try await chaos.run())
      } else {
        exit(try await LiveFirstProcess(url: url, seconds: seconds).run())
      }
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  private static func increments(_ url: String, total: Int, _ arguments: [String]) async throws -> Int32 {
    var ways = Increments.Way.allCases.filter { $0 != .compare }
    if let name = arguments.first, name != "all" {
      guard let way = Increments.Way(rawValue: name) else { return 64 }
      ways = [way]
    }
    var status: Int32 = 0
    for way in ways {
      let processes = arguments.dropFirst().first.flatMap(Int.init) ?? 4
      if try await Increments(url: url).run(way, total: total, processes: max(1, processes)) != 0 { status = 1 }
    }
    return status
  }

  /// What may go wrong where many write: another was quicker, or the database chose this one to give way.
  static func isExpected(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is Undone }
    let kinds: [DatabaseError.Kind] = [
      .noSuchRow, .constraint(.unique), .busy, .deadlock, .serialization, .transactionEnded,
    ]
    return kinds.contains { $0.matches(error.kind) }
  }
}

/// The table that all work on. What is rolled back writes negative numbers, which nobody else may ever see.
enum StressTable {
  static let name = "orda_stress"
  static let rows = 1000

  static var definition: TableDefinition {
    TableDefinition(
      name: TableName(name: name),
      columns: [
        ColumnDefinition("id", .int, isNullable: false), ColumnDefinition("n", .int, isNullable: false),
        ColumnDefinition("word", .text(maximum: 40), isNullable: false),
      ], primaryKey: ["id"])
  }

  static func make(on db: any Governor) throws {
    try drop(from: db)
    try db.create(definition)
    try db.prepare("INSERT INTO orda_stress (id, n, word) VALUES (?, ?, ?)").executeMany(
      (1...rows).map { [$0, $0, "row \($0)"] })
  }

  static func drop(from db: any Governor) throws { try db.execute("DROP TABLE IF EXISTS orda_stress") }
}

/// Positive numbers of which no two are alike.
final class Numbers: Sendable {
  private let state: Lock<Int>
  init(from first: Int) { state = Lock(first) }
  func next() -> Int {
    state.withLock { number in
      number += 1
      return number
    }
  }
}
