import Foundation
import Logging
import ODB
import ORDA
import ORDAMariaDB
import ORDASQLite

/// Puts an ODB under stress: see `Scripts/stress.sh odb`.
///
///     ODBStress URL [SECONDS]        eight threads and a second process work at random, then all must agree; then as below
///     ODBStress URL TOTAL --count    two processes of eight threads count one number up
///     ODBStress URL TIMES --kill     a second process is killed so often, by surprise: while it writes,
///     ... --kill-migration           while it changes the first ODB's layout over,
///     ... --kill-backup              or while it makes backups
///
/// Prints what was done, and what was wrong. Ends with 0 where nothing was, else with 1. What it makes in the database it
/// drops.
@main
struct ODBStress {
  static func main() {
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    let arguments = CommandLine.arguments.dropFirst()
    let way = arguments.first { $0.hasPrefix("--") }
    guard let url = arguments.first, let number = Int(arguments.dropFirst().first ?? "60"), number > 0 else {
      print("usage: ODBStress URL [SECONDS]")
      exit(64)
    }
    do {
      try SQLite.register()
      try MariaDB.register()
      switch way {
      case nil:
        var faults = try RandomWork(url).run(for: .seconds(number)) + Counting(url).run(4_000) + Killing(url).run(100)
        faults += try KillingBackups(url).run(20) + KillingMigrations(url).run(40)
        try finish(url, faults)
      case "--count": try finish(url, try Counting(url).run(number))
      case "--kill": try finish(url, try Killing(url).run(number))
      case "--kill-migration": try finish(url, try KillingMigrations(url).run(number))
      case "--kill-backup": try finish(url, try KillingBackups(url).run(number))
      case "--second": try RandomWork(url).second(for: .seconds(number))
      case "--counter": try Counting(url).count(number)
      case "--victim": try Killing(url).victim()
      case "--migrating-victim": try KillingMigrations(url).victim()
      case "--copying-victim": try KillingBackups(url).victim(arguments.last ?? "")
      default: exit(64)
      }
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  private static func finish(_ url: String, _ faults: [String]) throws -> Never {
    for fault in faults.prefix(20) { print("FAULT: \(fault)") }
    print(faults.isEmpty ? "all is as it should be" : "\(faults.count) faults")
    let db = try ORDA.open(url)
    for table in ["odb_state", "odb_nodes", "odb_copy_state", "odb_copy_nodes"] {
      try db.execute("DROP TABLE IF EXISTS \(identifier: table)")
    }
    try db.close()
    exit(faults.isEmpty ? 0 : 1)
  }

  /// Starts this program again, as a second process.
  static func start(
    _ url: String, _ number: Int, _ way: String, _ others: [String] = [], output: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [url, "\(number)", way] + others
    if let output { process.standardOutput = output }
    try process.run()
    return process
  }
}

/// Runs a body on so many threads, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(number)
      group.leave()
    }
  }
  group.wait()
}

/// True where another was quicker, or the database had too much to do: what was to be done was not, and that was said.
func isExpected(_ error: any Error) -> Bool {
  switch error {
  case ODBError.database(let error): error.isRetryable
  case let error as DatabaseError: error.isRetryable
  default: error is Undone
  }
}

/// Undoes a perform.
struct Undone: Error {}
