import Foundation
import Logging
import ORDA
internal import ORDAThreads

/// Two hundred tasks move money between accounts while the database is stopped, its connections are killed, calls are
/// cancelled and limits pass. In the end the ledger must be exact, no call may have come back late, the pool must be whole, and
/// nothing may be left on the server.
///
/// With the pool's own life on top its connections are also replaced, given up and leaked meanwhile, and the process must not
/// grow: see ``PoolLife`` and ``Footprint``.
final class Chaos: Sendable {
  private let url: String
  private let seconds: Int
  private let poolLives: Bool
  private let isTimed: Bool
  let ledger = Ledger()
  let punctuality = Punctuality()
  private let kinds = Lock<[String: Int]>([:])

  /// Of the tasks, some block a thread of their own each.
  private static let tasks = (awaited: 176, blocking: 24)
  private static let options = "pool.max=24&pool.acquire-timeout=5s"

  /// - Parameters:
  ///   - poolLives: Whether the pool has a life of its own meanwhile.
  ///   - isTimed: Whether a call that comes back late is a fault: not where other tests keep the machine busy.
  init(url: String, seconds: Int, poolLives: Bool, isTimed: Bool) {
    self.url = url
    self.seconds = seconds
    self.poolLives = poolLives
    self.isTimed = isTimed
  }

  func run() async throws -> Int32 {
    var configuration = GovernorConfiguration()
    // What is slow, lost or undone here is so on purpose.
    configuration.logger.logLevel = .critical
    let filesBefore = Footprint.openFiles()
    let judge = try await Judge(url, configuration)
    try await onThread { [ledger = Ledger.self] in try ledger.make(on: judge.db) }
    let before = try await onThread { try judge.heldThings() }
    let life = poolLives ? PoolLife(ledger) : nil
    let db = try await ORDA.open(
      Self.url(url, with: Self.options + (poolLives ? "&" + PoolLife.options : "")),
      configuration: life?.configuration ?? configuration)
    let trouble = try await onThread { [url, configuration] in try Trouble(url: url, configuration, db: judge.db) }

    punctuality.begin()
    let footprint = Footprint(for: .seconds(seconds))
    let end = ContinuousClock.now + .seconds(seconds)
    Thread.detachNewThread { trouble.make(until: end) }
    await withTaskGroup { group in
      for _ in 0..<Self.tasks.awaited {
        group.addTask { [self] in while ContinuousClock.now < end { await step(db) } }
      }
      for _ in 0..<Self.tasks.blocking {
        group.addTask { [self] in
          await onThread { [self] in while ContinuousClock.now < end { blockingStep(db) } }
        }
      }
      if let life { group.addTask { await life.live(on: db, until: end) } }
      group.addTask { await footprint.take(until: end) }
    }
    // The last trouble is over by then.
    try await Task.sleep(for: .seconds(3))
    punctuality.end()
    var faults = await wholeness(of: db)
    let statistics = db.statistics
    let grace = Duration.milliseconds(500)
    let begin = ContinuousClock.now
    try await db.close(within: grace)
    punctuality.note("close(within:)", due: begin + grace)

    faults += try await onThread { [self] in try judge.leftovers(since: before) + ledger.faults(on: judge.db) }
    if isTimed { faults += punctuality.faults }
    if poolLives { faults += footprint.faults }
    try await onThread { try Ledger.drop(from: judge.db) }
    try await judge.db.close()
    // SQLite keeps the descriptors of closed connections for as long as others have the same file open.
    let filesLeft = Footprint.openFiles() - filesBefore
    if filesLeft > 0 { faults.append("\(filesLeft) files or sockets are left open") }
    report(trouble, faults)
    if let life {
      print(life.description(statistics))
      print(footprint.description)
    }
    for fault in faults.prefix(20) { print("FAULT: \(fault)") }
    print(faults.isEmpty ? "all is as it should be" : "\(faults.count) faults")
    return faults.isEmpty ? 0 : 1
  }

  static func url(_ url: String, with options: String) -> String {
    url + (url.contains("?") ? "&" : "?") + options
  }

  private func report(_ trouble: Trouble, _ faults: [String]) {
    let counts = ledger.counts
    print("transfers: " + Ledger.Told.allCases.map { "\(counts[$0] ?? 0) \($0)" }.joined(separator: ", "))
    print(kinds.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") })
    print(trouble.description)
    print(punctuality.description)
  }

  func note(_ what: String, _ error: (any Error)?) {
    let name = error.map { "\(what) (\(($0 as? DatabaseError).map { "\($0.kind)" } ?? "\($0)"))" } ?? what
    kinds.withLock { $0[name, default: 0] += 1 }
  }
}
