import Foundation
import ORDA
internal import ORDAThreads

/// Whether the pool is whole when all is over.
extension Chaos {
  /// What is wrong with the pool: as many connections as it may have must be lent at once, used and given back, and its
  /// statistics must agree.
  func wholeness(of db: any Governor) async -> [String] {
    var faults: [String] = []
    let maximum = 24
    do {
      try await onThread { try db.resize(maximum: maximum, minimum: 0) }
      // SQLite has one connection that writes.
      let readers = db.driverName == "MariaDB" ? 0 : maximum - 1
      let lent = Lock(0)
      try await withThrowingTaskGroup { group in
        for number in 0..<maximum {
          group.addTask {
            try await onThread {
              try db.blocking.withConnection(number < readers ? .reader : .writer) { connection in
                let accounts = try connection.first(Int.self, "SELECT count(*) FROM orda_account")
                if accounts != Ledger.accounts {
                  throw DatabaseError(.other, "a connection sees \(accounts ?? 0) accounts")
                }
                lent.withLock { $0 += 1 }
                // Until all are lent, or one can't be.
                for _ in 0..<500 where lent.withLock({ $0 }) < maximum { usleep(20_000) }
              }
            }
          }
        }
        try await group.waitForAll()
      }
    } catch {
      faults.append("a full set of connections can't be lent and used: \(error)")
    }
    for _ in 0..<100 where db.statistics.opening + db.statistics.active > 0 {
      try? await Task.sleep(for: .milliseconds(20))
    }
    let now = db.statistics
    let closed = now.closed.values.reduce(0, +)
    if now.active != 0 || now.waiting != 0 || now.opening != 0 {
      faults.append(
        "nobody works, and the statistics say: \(now.active) active, \(now.waiting) waiting, \(now.opening) opening")
    }
    if now.opened - closed != now.connections || now.idle != now.connections {
      faults.append("\(now.opened) opened, \(closed) closed, \(now.connections) open, \(now.idle) idle")
    }
    return faults
  }
}
