import DataObjects
import Foundation
import Logging
import ORDA
import ORDAMariaDB
import ORDASQLite

/// Puts a store of model objects under stress: see `Scripts/stress.sh objects`.
///
///     StressPrograms objects URL [SECONDS]      tasks and a second process work at random, then all must agree; then as below
///     StressPrograms objects URL TIMES --kill   a second process is killed so often, by surprise, while it saves
///
/// Prints what was done, and what was wrong. Ends with 0 where nothing was, else with 1. The tables stress_… are made in the
/// database, and dropped.
@MainActor
struct ObjectStress {
  static func run(_ arguments: [String]) async {
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    let way = arguments.first { $0.hasPrefix("--") }
    guard let url = arguments.first, let number = Int(arguments.dropFirst().first ?? "60"), number > 0 else {
      print("usage: StressPrograms objects URL [SECONDS]")
      exit(64)
    }
    do {
      try SQLite.register()
      try MariaDB.register()
      switch way {
      case nil:
        try await dropTables(url)
        var faults = try await ObjectRandomWork(url).run(for: .seconds(number))
        try await dropTables(url)
        faults += try await ObjectKilling(url).run(100)
        try await finish(url, faults)
      case "--kill":
        try await dropTables(url)
        try await finish(url, try await ObjectKilling(url).run(number))
      case "--second": try await ObjectRandomWork(url).second(for: .seconds(number))
      case "--victim": try await ObjectKilling(url).victim()
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
    try await dropTables(url)
    exit(faults.isEmpty ? 0 : 1)
  }

  private static func dropTables(_ url: String) async throws {
    let governor = try await ORDA.open(url)
    for table in ["stress_items", "stress_parts", "stress_gauges", "stress_first", "stress_second"] {
      try await governor.execute("DROP TABLE IF EXISTS \(identifier: table)")
    }
    try await governor.close()
  }

  /// Starts this program again, as a second process.
  static func start(
    _ url: String, _ number: Int, _ way: String, input: Pipe? = nil, output: Pipe? = nil
  ) throws -> Process {
    try StressPrograms.start(.objects, [url, "\(number)", way], input: input, output: output)
  }
}
