import CFloor
import Foundation
import ORDA
import Observation

/// Commits of another process on a SQLite file.
@MainActor
enum SQLiteLatency {
  /// The other program.
  enum Program {
    /// One with ORDA, and one in C with the same statements: both say when their commit had returned.
    case orda, c
    /// SQLite's shell, which does not: here the time counts from the moment when it is sent its line.
    case shell
  }

  static func floor(_ data: LiveData, _ program: Program) throws -> Side {
    let path = try data.database("floor-heard")
    Placement.listener.take()
    let listener = try WatchingListener(path, in: data.folder)
    return latencySide(data.commits, try program.writer(path), listener)
  }

  static func ours(_ data: LiveData, _ program: Program) throws -> Side {
    let path = try data.database("orda-heard")
    Placement.listener.take()
    let listener = try EntryListener(LiveData.open(path), "track", "milliseconds")
    return latencySide(data.commits, try program.writer(path), listener)
  }
}

extension SQLiteLatency.Program {
  @MainActor
  fileprivate func writer(_ path: String) throws -> any LatencyWriter {
    switch self {
    case .orda: ProcessWriter(process: try LineProcess(LivePart.orda.command(path)))
    case .c: ProcessWriter(process: try LineProcess(LivePart.c.command(path)))
    case .shell: try ShellWriter(path)
    }
  }
}

/// A program that says when it has committed.
struct ProcessWriter: LatencyWriter {
  let process: LineProcess

  func begin(_ number: Int64) throws { try process.send("\(number)") }

  func end() throws -> Int64 {
    let line = try process.line()
    guard let moment = Int64(line) else { throw LiveFailure(description: "the writer says: \(line)") }
    return moment
  }
}

/// SQLite's shell.
private final class ShellWriter: LatencyWriter {
  private let process: LineProcess
  private var moment: Int64 = 0

  init(_ path: String) throws {
    process = try LineProcess(["sqlite3", path])
    try process.send("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;")
  }

  func begin(_ number: Int64) throws {
    moment = cf_now()
    try process.send("BEGIN IMMEDIATE; UPDATE track SET milliseconds = \(number) WHERE id = \(Commits.key); COMMIT;")
  }

  func end() throws -> Int64 { moment }
}

/// The floor: it learns that something was committed, and not what.
private final class WatchingListener: LatencyListener {
  private let watch: OpaquePointer?

  init(_ path: String, in folder: ScratchFolder) throws {
    var watch: OpaquePointer?
    let code = cf_watch_open(path, folder.path, &watch)
    self.watch = watch
    guard code == 0 else { throw FloorError(code: code, message: "the folder can't be watched") }
  }

  isolated deinit { cf_watch_close(watch) }

  func arm() {}

  func wait() throws -> (moment: Int64, number: Int64?) {
    guard cf_watch_wait(watch, 10_000) == 1 else {
      throw LiveFailure(description: "the floor heard nothing for ten seconds")
    }
    return (cf_now(), nil)
  }
}

/// An observer of an entry, who reads the new value.
final class EntryListener: LatencyListener {
  private let entry: TableEntry
  private let column: String
  private let heard = Heard()

  init(_ governor: any Governor, _ table: String, _ column: String) throws {
    self.column = column
    guard let entry = try governor.table(TableName(name: table)).entry(Commits.key) else {
      throw LiveFailure(description: "\(table) has no row \(Commits.key)")
    }
    self.entry = entry
    let coverage = governor.changeCoverage
    guard coverage.reach == .everyone else {
      throw LiveFailure(description: "\(table): other programs' commits are not heard of: \(coverage)")
    }
  }

  func arm() {
    withObservationTracking {
      _ = entry[column] as Value
    } onChange: { [heard] in
      heard.now()
    }
  }

  func wait() throws -> (moment: Int64, number: Int64?) {
    let moment = try heard.wait()
    return (moment, entry[column] as Int64?)
  }
}
