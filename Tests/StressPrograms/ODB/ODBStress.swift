import Foundation
import Logging
import ODB
import ORDA
import ORDAMariaDB
import ORDASQLite

/// Puts an ODB under stress: see `Scripts/stress.sh odb`.
///
///     StressPrograms odb URL [SECONDS]        eight threads and a second process work at random, then all must agree; then as below
///     StressPrograms odb URL TOTAL --count    two processes of eight threads count one number up
///     StressPrograms odb URL TIMES --kill     a second process is killed so often, by surprise: while it writes,
///     ... --kill-migration           while it changes the first ODB's layout over,
///     ... --kill-backup              or while it makes backups
///
/// Prints what was done, and what was wrong. Ends with 0 where nothing was, else with 1. What it makes in the database it
/// drops.
struct ODBStress {
  static func run(_ arguments: [String]) {
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    let way = arguments.first { $0.hasPrefix("--") }
    guard let url = arguments.first, let number = Int(arguments.dropFirst().first ?? "60"), number > 0 else {
      print("usage: StressPrograms odb URL [SECONDS]")
      exit(64)
    }
    do {
      try SQLite.register()
      try MariaDB.register()
      switch way {
      case nil:
        var faults = try ODBRandomWork(url).run(for: .seconds(number)) + ODBCounting(url).run(4_000)
        faults += try ODBKilling(url).run(100)
        faults += try ODBBackupKilling(url).run(20) + ODBMigrationKilling(url).run(40)
        try finish(url, faults)
      case "--count": try finish(url, try ODBCounting(url).run(number))
      case "--kill": try finish(url, try ODBKilling(url).run(number))
      case "--kill-migration": try finish(url, try ODBMigrationKilling(url).run(number))
      case "--kill-backup": try finish(url, try ODBBackupKilling(url).run(number))
      case "--second": try ODBRandomWork(url).second(for: .seconds(number))
      case "--counter": try ODBCounting(url).count(number)
      case "--victim": try ODBKilling(url).victim()
      case "--migrating-victim": try ODBMigrationKilling(url).victim()
      case "--copying-victim": try ODBBackupKilling(url).victim(arguments.last ?? "")
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
    try StressPrograms.start(.odb, [url, "\(number)", way] + others, output: output)
  }

  /// True where another was quicker, or the database had too much to do: what was to be done was not, and that was said.
  static func isExpected(_ error: any Error) -> Bool {
    switch error {
    case ODBError.database(let error): error.isRetryable
    case let error as DatabaseError: error.isRetryable
    default: error is Undone
    }
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
