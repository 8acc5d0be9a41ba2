import Foundation
import Logging
import ORDA
internal import ORDAThreads

/// A pool's own life: its connections end when they were idle for a moment or are half a minute old, they are asked for signs of
/// life, and a task makes the pool larger and smaller, has all connections replaced, and leaks what it was lent.
final class PoolLife: Sendable {
  /// Lifetimes far shorter than any service has, but for the longest, which can't be below this.
  static let options =
    "pool.min=2&pool.idle-timeout=300ms&pool.keepalive=100ms&pool.max-lifetime=30s&pool.leak-threshold=300ms"
    + "&pool.idle-transaction=500ms&statement-cache=16"

  private let ledger: Ledger
  private let counts = Lock<[String: Int]>([:])

  init(_ ledger: Ledger) { self.ledger = ledger }

  /// Counts the warnings of those who hold a connection for long; what else is logged is so on purpose.
  var configuration: GovernorConfiguration {
    var logger = Logger(label: "stress") { _ in Handler(life: self) }
    logger.logLevel = .warning
    return GovernorConfiguration(logger: logger)
  }

  func live(on db: any Governor, until end: ContinuousClock.Instant) async {
    await withTaskGroup { group in
      // What asks for no connection waits for nobody.
      group.addTask { [self] in
        while ContinuousClock.now < end {
          try? await Task.sleep(for: .milliseconds(Int.random(in: 10...1_000)))
          await change(db)
        }
      }
      for _ in 0..<4 {
        group.addTask { [self] in
          while ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(Int.random(in: 10...1_000)))
            await misbehave(on: db)
          }
        }
      }
    }
  }

  private func change(_ db: any Governor) async {
    do {
      if Bool.random() {
        let maximum = Int.random(in: 6...24)
        try await onThread { try db.resize(maximum: maximum, minimum: Int.random(in: 0...4)) }
        count("resized")
      } else {
        db.refresh()
        count("refreshed")
      }
      _ = db.statistics
    } catch {
      count("failed to change")
    }
  }

  private func misbehave(on db: any Governor) async {
    do {
      switch Int.random(in: 0..<3) {
      case 0: try await leak(ledger.next(), on: db)
      case 1: try await leakRows(on: db)
      default:
        // Texts that no one runs again, prepared and dropped.
        for _ in 0..<20 {
          let statement = try await db.prepare(SQL(text: "SELECT \(Int.random(in: 0...Int.max)) + ?"))
          _ = try await statement.first(Int.self, 1)
          count("statements dropped")
        }
      }
    } catch {
      count("failed")
    }
  }

  /// Begins a transaction, writes, and never ends it: it is undone when it is idle for long, or when nobody has it any more.
  private func leak(_ transfer: Ledger.Transfer, on db: any Governor) async throws {
    do {
      let transaction = try await db.begin(timeout: .seconds(1))
      try await transaction.execute(
        "UPDATE orda_account SET balance = balance - ? WHERE id = ?", transfer.amount, transfer.source,
        timeout: .seconds(1))
      if Bool.random() { try? await Task.sleep(for: .milliseconds(700)) }
      withExtendedLifetime(transaction) {}
      count("transactions leaked")
    } catch {
      count("failed")
    }
    ledger.note(transfer, Leaked())
  }

  private struct Leaked: Error {}

  /// Begins to read, and stops in the midst, after a while or at once.
  private func leakRows(on db: any Governor) async throws {
    for try await _ in db.rows("SELECT id, balance FROM orda_account") {
      if Bool.random() { try? await Task.sleep(for: .milliseconds(400)) }
      break
    }
    count("readings left")
  }

  private func count(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }

  /// What happened to the pool.
  func description(_ statistics: GovernorStatistics) -> String {
    let counts = counts.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" } }
    let ends = statistics.closed.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
    return """
      the pool: \(counts.joined(separator: ", "))
      connections: \(statistics.opened) opened; closed: \(ends.joined(separator: ", ")); \(statistics.retries) \
      transactions repeated, \(statistics.timeouts) callers left without a connection
      """
  }

  private struct Handler: LogHandler {
    let life: PoolLife
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      if "\(event.message)".hasPrefix("a connection is held for long") { life.count("warnings of leaks") }
    }
  }
}
