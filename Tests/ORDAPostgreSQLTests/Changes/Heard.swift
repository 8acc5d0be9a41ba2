import Foundation
import ORDA
import Testing

/// What an observer has heard.
final class Heard: @unchecked Sendable {
  // Proof: what changes is touched only under the lock.
  private let lock = NSLock()
  private var all: [ChangeBatch] = []
  private var observation: ChangeObservation?

  init(_ db: any Governor, _ tables: TableName...) throws {
    observation = try db.observeChanges(of: tables, when: .beforeReturn) { [weak self] batch in
      self?.lock.withLock { self?.all.append(batch) }
    }
  }

  var batches: [ChangeBatch] { lock.withLock { all } }
  var rows: [RowChange] { batches.flatMap(\.rows) }
  var unknown: UnknownTables {
    batches.reduce(into: UnknownTables()) { $0.formUnion($1.unknown) }
  }

  /// Waits until changes come from the server's log, and forgets what has been heard before.
  ///
  /// The server does not send it before the transactions have ended that write just then, which other tests have as well.
  func beginWithLog(of db: any Governor) throws {
    expectEventually { db.changeCoverage.means == "the server's log, by logical decoding" }
    // That the log begins is told as a change of everything.
    try db.catchUp()
    forget()
  }

  func forget() { lock.withLock { all = [] } }
}

/// Waits until something is so.
func expectEventually(
  within limit: Duration = .seconds(120), _ condition: () throws -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
  let end = ContinuousClock.now + limit
  while try !condition() {
    if ContinuousClock.now > end {
      Issue.record("not within \(limit)", sourceLocation: sourceLocation)
      return
    }
    usleep(2_000)
  }
}
