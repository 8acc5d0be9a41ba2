internal import Foundation
package import ORDA

/// Stranger behaviour than a script can describe, for the core's own tests.
package final class ScriptedFaults: @unchecked Sendable {
  // Proof: `state` is touched only under `monitor`.
  private struct State {
    var isFrozen = false
    var canBeCut = true
    var arraySize: Int?
    var hangingCount = 0
    var cutCount = 0
    var changeSource: (any ChangeSource)??
    var tableNames: [TableName]?
    var abortsTransactions = false
    var preparesForKinds = false
    var serverCapabilities: Capabilities = []
    var foundCapabilities: Capabilities = []
    var tangledCount = 0
    var columnCount = 0
  }
  private var state = State()
  private let monitor = NSCondition()

  init() {}

  private func with<R>(_ body: (inout State) -> R) -> R {
    monitor.lock()
    defer { monitor.unlock() }
    return body(&state)
  }

  /// While this is true no opening returns, nor does any cancelling of a statement.
  package var isFrozen: Bool {
    get { with { $0.isFrozen } }
    set {
      with { $0.isFrozen = newValue }
      monitor.broadcast()
    }
  }
  /// Whether a connection can be cut.
  package var canBeCut: Bool {
    get { with { $0.canBeCut } }
    set { with { $0.canBeCut = newValue } }
  }
  /// How many elements of a batch run together; nil for statements without arrays, 0 for those that refuse them.
  package var arraySize: Int? {
    get { with { $0.arraySize } }
    set { with { $0.arraySize = newValue } }
  }
  /// Another source of a governor's changes, if any, instead of the script; nil for the script.
  package var changeSource: (any ChangeSource)?? {
    get { with { $0.changeSource } }
    set { with { $0.changeSource = newValue } }
  }
  /// The tables that the database claims to have, whatever is described; nil for the described ones.
  package var tableNames: [TableName]? {
    get { with { $0.tableNames } }
    set { with { $0.tableNames = newValue } }
  }

  /// Whether a failing statement aborts the transaction, as on PostgreSQL.
  package var abortsTransactions: Bool {
    get { with { $0.abortsTransactions } }
    set { with { $0.abortsTransactions = newValue } }
  }
  /// Whether statements are prepared for kinds of values.
  package var preparesForKinds: Bool {
    get { with { $0.preparesForKinds } }
    set { with { $0.preparesForKinds = newValue } }
  }
  /// What servers may support beyond the capabilities; and what this one is found to support.
  package var serverCapabilities: (possible: Capabilities, found: Capabilities) {
    get { with { ($0.serverCapabilities, $0.foundCapabilities) } }
    set { with { ($0.serverCapabilities, $0.foundCapabilities) = newValue } }
  }

  /// How many calls came between the rows of a statement, on a database that returns one result at a time.
  package var tangledCount: Int { with { $0.tangledCount } }
  /// How often a statement was asked for its columns.
  package var columnCount: Int { with { $0.columnCount } }
  /// How many openings and cancellations wait for the database to go on.
  package var hangingCount: Int { with { $0.hangingCount } }
  /// How many connections were cut.
  package var cutCount: Int { with { $0.cutCount } }

  func noteTangled() { with { $0.tangledCount += 1 } }
  func noteColumns() { with { $0.columnCount += 1 } }
  func noteCut() { with { $0.cutCount += 1 } }

  /// Blocks until a number of openings and cancellations hang in the frozen database.
  package func waitForHanging(_ count: Int) {
    monitor.lock()
    defer { monitor.unlock() }
    while state.hangingCount < count { monitor.wait() }
  }

  func waitWhileFrozen() {
    monitor.lock()
    defer { monitor.unlock() }
    guard state.isFrozen else { return }
    state.hangingCount += 1
    monitor.broadcast()
    while state.isFrozen { monitor.wait() }
    state.hangingCount -= 1
  }
}
