import Foundation
import Logging
import ORDA
import ORDAMariaDB
import ORDASQLite
import SHELF

/// Puts a shelf under stress: see `Scripts/stress.sh shelf`.
///
///     StressPrograms shelf URL [SECONDS]      tasks and a second process work at random, then all must agree; then as below
///     StressPrograms shelf URL TOTAL --count  two processes of eight tasks count one object up
///     StressPrograms shelf URL TIMES --kill   a second process is killed so often, by surprise, while it saves
///
/// Prints what was done, and what was wrong. Ends with 0 where nothing was, else with 1. It deletes all that is in the shelf.
struct ShelfStress {
  static func run(_ arguments: [String]) async {
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    let way = arguments.first { $0.hasPrefix("--") }
    guard let url = arguments.first, let number = Int(arguments.dropFirst().first ?? "60"), number > 0 else {
      print("usage: StressPrograms shelf URL [SECONDS]")
      exit(64)
    }
    do {
      try SQLite.register()
      try MariaDB.register()
      switch way {
      case nil:
        var faults = try await ShelfRandomWork(url).run(for: .seconds(number))
        faults += try await ShelfCounting(url).run(4_000)
        faults += try await ShelfKilling(url).run(200)
        try await finish(url, faults)
      case "--count": try await finish(url, try await ShelfCounting(url).run(number))
      case "--kill": try await finish(url, try await ShelfKilling(url).run(number))
      case "--second": try await ShelfRandomWork(url).second(for: .seconds(number))
      case "--counter": try await ShelfCounting(url).count(number)
      case "--victim": try await ShelfKilling(url).victim()
      default: exit(64)
      }
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  private static func finish(_ url: String, _ faults: [String]) async throws -> Never {
    for fault in faults.prefix(20) { print("FAULT: \(fault)") }
    print(faults.isEmpty ? "all is as it should be" : "\(faults.count) faults")
    try await empty(try Shelf(at: url))
    exit(faults.isEmpty ? 0 : 1)
  }

  /// Deletes all that is in a shelf.
  static func empty(_ shelf: Shelf) async throws {
    try await shelf.deleteEverything(shelf.requestToDeleteEverything().imSure(oath: ShelfDeleteToken.oath))
  }

  /// Starts this program again, as a second process.
  static func start(_ url: String, _ number: Int, _ way: String, output: Pipe? = nil) throws -> Process {
    try StressPrograms.start(.shelf, [url, "\(number)", way], output: output)
  }

  /// True where the database had too much to do: nothing was done, and that was said.
  static func isExpected(_ error: any Error) -> Bool {
    switch error {
    case ShelfError.database(let error): error.isRetryable
    case ShelfError.changedMeanwhile: true
    default: false
    }
  }
}
