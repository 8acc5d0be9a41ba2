import Foundation
import ORDA
import TestSupport
import Testing

/// What an observer has heard.
final class Heard: Sendable {
  private let all = Shared<[ChangeBatch]>([])
  private let observation: ChangeObservation

  init(_ db: any Governor, _ tables: TableName...) throws {
    let all = all
    observation = try db.observeChanges(of: tables, when: .beforeReturn) { batch in all.with { $0.append(batch) } }
  }

  var batches: [ChangeBatch] { all.current }
  var rows: [RowChange] { batches.rows }
  var unknown: UnknownTables { batches.unknown }

  /// Blocks this thread until what was heard meets a condition.
  func wait(until isMet: ([ChangeBatch]) -> Bool) { all.wait(until: isMet) }

  /// Waits until changes come from the server's log, and forgets what has been heard before.
  ///
  /// The server does not send it before the transactions have ended that write just then, which other tests have as well.
  func beginWithLog(of db: any Governor) throws {
    expectEventually { db.changeCoverage.means == "the server's log, by logical decoding" }
    // That the log begins is told as a change of everything.
    try db.catchUp(within: .seconds(3600))
    forget()
  }

  func forget() { all.current = [] }
}

extension [ChangeBatch] {
  var rows: [RowChange] { flatMap(\.rows) }
  var unknown: UnknownTables { reduce(into: UnknownTables()) { $0.formUnion($1.unknown) } }
}

/// Waits until something is so of which nobody is told.
func expectEventually(
  _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
  let isMet = try eventually(condition)
  #expect(isMet, sourceLocation: sourceLocation)
}
