import ORDA
import Testing

/// What a fake database answers to one text.
typealias FakeReply = ScriptedAnswer

/// A scripted database that forgives: what a test says nothing of is answered as most databases would, and every call is
/// noted as a line.
final class FakeDatabase: Sendable {
  let script: ScriptedDatabase
  /// What its governors warn of, unless they are opened with a logger of their own.
  let warnings: Warnings
  private let replies = Shared<[String: FakeReply]>([:])

  init(
    writers: Int = 1, readers: Int = 0,
    capabilities: Capabilities = [.transactionalDDL, .savepoints, .interleaving, .cancellation], arraySize: Int? = nil,
    canBeCut: Bool = false, abortsTransactions: Bool = false, preparesForKinds: Bool = false,
    serverCapabilities: Capabilities = [], foundCapabilities: Capabilities = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    warnings = Warnings(sourceLocation: sourceLocation)
    script = ScriptedDatabase(
      name: "Fake", scheme: "fake", order: .inAnyOrder, layout: .init(writers: writers, readers: readers),
      capabilities: capabilities)
    script.faults.arraySize = arraySize
    script.faults.canBeCut = canBeCut
    script.faults.abortsTransactions = abortsTransactions
    script.faults.preparesForKinds = preparesForKinds
    script.faults.serverCapabilities = (serverCapabilities, foundCapabilities)
    script.faults.changeSource = .some(nil)
    script.faults.tableNames = [TableName(name: "genre")]
    let madeKeys = Shared<Int64>(0)
    script.answerOthers { [replies] statement in
      replies.current[statement.sql] ?? .usual(for: statement, madeKeys)
    }
  }

  /// A governor of this database, opened by a URL with these options.
  ///
  /// - Parameter clock: What it goes by; nil for the machine's clock.
  func open(
    _ options: String = "", configuration: GovernorConfiguration? = nil, clock: TestClock? = nil
  ) throws -> any Governor {
    let registry = Registry()
    try script.register(with: registry)
    var configuration = configuration ?? warnings.configuration
    if let clock { configuration.timeSource = clock.timeSource }
    return try registry.open("fake:music" + (options.isEmpty ? "" : "?" + options), configuration: configuration)
  }

  // MARK: The script

  /// The answer to a text; nil where the usual one is given.
  subscript(sql: String) -> FakeReply? {
    get { replies.current[sql] }
    set { replies.with { $0[sql] = newValue } }
  }

  /// Has the next steps of a sort fail.
  func fail(_ step: ScriptedStep, with errors: DatabaseError...) {
    for error in errors { script.expect(step, answer: .fails(error)) }
  }

  /// Has the database end the transaction at the next step of a sort, which succeeds.
  func endTransaction(at step: ScriptedStep) { script.expect(step, answer: .nothing.endingTransaction()) }

  /// While true nothing that stops a statement returns, and no opening.
  var isFrozen: Bool {
    get { script.faults.isFrozen }
    set { script.faults.isFrozen = newValue }
  }

  /// Where changes come from; nil for a driver without that ability.
  func tellChanges(by source: (any ChangeSource)?) { script.faults.changeSource = .some(source) }

  // MARK: The log

  /// Every call of every connection since the last ``forget()``, in order.
  var calls: [String] { script.calls.map(\.fakeLine) }
  /// The calls of one connection, counted from 1.
  func calls(of connection: Int) -> [String] {
    script.calls.filter { $0.connection == connection }.map(\.fakeLine)
  }
  /// The connections that ran a text without parameters, in order.
  func connections(running sql: String) -> [Int] {
    script.calls.filter { $0.fakeLine == "run \(sql)" }.map(\.connection)
  }
  /// The calls but for preparing and closing statements.
  var work: [String] { calls.filter { !$0.hasPrefix("prepare ") && !$0.hasPrefix("finalize ") } }
  func forget() { script.forget() }
  /// Switches the log off, for tests with very many calls.
  func forgetAlways() { script.stopRecording() }

  /// How many connections were ever opened.
  var openedCount: Int { script.counts.connections }
  /// How many are open.
  var openCount: Int { script.counts.openConnections }
  /// The most that were open at once.
  var mostOpenCount: Int { script.counts.mostConnections }
  /// How many prepared statements are open, on all connections.
  var handleCount: Int { script.counts.openStatements }
  /// The most that were open at once.
  var mostHandleCount: Int { script.counts.mostStatements }
  /// How often a statement was asked for its columns.
  var columnCount: Int { script.faults.columnCount }
  /// Whether a call came between the rows of a statement, where the database gives one result at a time.
  var isTangled: Bool { script.faults.tangledCount > 0 }
  /// How many rows were stepped to.
  var steps: Int { script.counts.rows }
  /// What ran when it was cancelled: the first bound value, or the text.
  var interruptions: [String] { script.cancelled.map(\.tag) }
  /// How many openings and calls that stop a statement wait for the database to go on.
  var hangingCount: Int { script.faults.hangingCount }
  /// Returns when so many of them do.
  func waitForHanging(_ count: Int) { script.faults.waitForHanging(count) }
  /// How many connections were cut.
  var cutCount: Int { script.faults.cutCount }
}

extension ScriptedStatement {
  /// The first value where it is a text, or else the statement's own.
  fileprivate var tag: String { if case .text(let tag)? = values.first { tag } else { sql } }
}

extension ScriptedCall {
  /// What the core's tests say for a call.
  fileprivate var fakeLine: String {
    switch request {
    case .open(let role): role == .reader ? "open reader" : "open"
    case .prepare(let sql): "prepare \(sql)"
    case .run(let statement): "run \(statement)"
    case .array(let count): "array of \(count)"
    case .begin(let options):
      "begin" + (options.isReadOnly ? " read only" : "") + (options.isolation.map { " \($0)" } ?? "")
    case .commit: "commit"
    case .rollback: "rollback"
    case .savepoint(let name): "savepoint \(name)"
    case .release(let name): "release \(name)"
    case .rollbackTo(let name): "rollback to \(name)"
    case .ping: "ping"
    case .resetSession: "reset"
    case .warnings: "warnings"
    case .finalize(let sql): "finalize \(sql)"
    case .close: "close"
    case .tables: "tables"
    }
  }
}

extension DatabaseError {
  /// What a broken connection says.
  static let lost = DatabaseError(.connectionLost, "the cable was cut")
  /// What a database says that another one has the lock.
  static let locked = DatabaseError(.busy, "the table is locked")
}
