import Foundation
import ORDA

/// A driver whose database does what a test's script says, and notes every call.
///
/// It is written as a stranger would write one, on the public interface of ORDA alone. The protocols took some 210
/// lines that are not blank: 20 here (`Driver`), 46 in ``FakeConnection``, 50 in ``FakeRun`` (`DriverCanceller`) and 91
/// in ``FakeStatement``; the rest is the script and its log.
final class FakeDatabase: Driver, @unchecked Sendable {
  // Proof: everything that changes is touched only under `monitor`.
  let name = "Fake"
  let schemes = ["fake"]
  let urlShape = DatabaseURL.Shape.file
  let options = OptionTable()
  let capabilities: Capabilities
  let serverCapabilities: Capabilities
  /// What the server is found to have of these, or says that it has.
  let foundCapabilities: Capabilities
  let layout: ConnectionGovernor.Layout
  /// How many elements of a batch are run together; nil for statements that know of no arrays, 0 for such as refuse
  /// them.
  let arraySize: Int?
  /// Where changes come from; nil for a driver without that ability.
  let source = Shared<(any ChangeSource)?>(nil)
  /// What is told of tables, by their names in small letters.
  let descriptions = Shared<[String: TableDescription]>([:])

  /// While true nothing that stops a statement returns, and no opening.
  let isFrozen = Shared(false)
  /// While true no commit returns but by its connection being cut.
  let isCommitFrozen = Shared(false)
  /// Whether a connection can be cut.
  let canBeCut: Bool
  /// Whether a statement that fails aborts the transaction.
  let abortsTransactions: Bool
  /// Whether statements are prepared for kinds of values.
  let preparesForKinds: Bool

  private let monitor = NSCondition()
  private var replies: [String: FakeReply] = [:]
  private var failures: [String: [DatabaseError]] = [:]
  private var ends: Set<String> = []
  private var entries: [(connection: Int, text: String)] = []
  private var connectionCount = 0
  private var open: Set<Int> = []
  private var mostOpen = 0
  private var openHandles = 0
  private var mostHandles = 0
  private var madeKeys: Int64 = 0
  private var stepCount = 0
  private var columnQuestions = 0
  private var interrupted: [String] = []
  private var hanging = 0
  private var cuts = 0
  private var keepsLog = true

  init(
    writers: Int = 1, readers: Int = 0,
    capabilities: Capabilities = [.transactionalDDL, .savepoints, .interleaving, .cancellation], arraySize: Int? = nil,
    canBeCut: Bool = false, abortsTransactions: Bool = false, preparesForKinds: Bool = false,
    serverCapabilities: Capabilities = [], foundCapabilities: Capabilities = []
  ) {
    self.serverCapabilities = serverCapabilities
    self.foundCapabilities = foundCapabilities
    self.preparesForKinds = preparesForKinds
    self.abortsTransactions = abortsTransactions
    self.arraySize = arraySize
    self.canBeCut = canBeCut
    layout = ConnectionGovernor.Layout(writers: writers, readers: readers)
    self.capabilities = capabilities
  }

  // MARK: The driver

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    let first = try connect(.writer)
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: first,
      serverCapabilities: foundCapabilities, layout: layout, changes: source.current
    ) { [self] (role) throws(DatabaseError) in try connect(role) }
  }

  func connect(_ role: ConnectionRole) throws(DatabaseError) -> FakeConnection {
    try failIfAsked("connect")
    if isFrozen.current {
      noteHanging(1)
      while isFrozen.current { MonotonicTime.sleep(.milliseconds(2)) }
      noteHanging(-1)
    }
    let number = noteConnection(role)
    if preparesForKinds { return TypedFakeConnection(database: self, number: number) }
    return abortsTransactions
      ? AbortingFakeConnection(database: self, number: number) : FakeConnection(database: self, number: number)
  }

  /// A governor of this driver, opened by a URL with these options.
  func open(_ options: String = "", configuration: GovernorConfiguration = GovernorConfiguration()) throws
    -> any Governor
  {
    let registry = Registry()
    try registry.register(self)
    return try registry.open("fake:music" + (options.isEmpty ? "" : "?" + options), configuration: configuration)
  }

  // MARK: The script

  /// The answer to a text; nil where the usual one is given.
  subscript(sql: String) -> FakeReply? {
    get { locked { replies[sql] } }
    set { locked { replies[sql] = newValue } }
  }

  /// Has the next calls of a sort fail: `connect`, `begin`, `commit`, `rollback`, `savepoint`, `release`, `rollback to`,
  /// `ping`; or a connection be `useless`.
  func fail(_ call: String, with errors: DatabaseError...) { locked { failures[call, default: []] += errors } }

  /// Has the database end the transaction at the next call of a sort, which succeeds: `savepoint`, `release`, `rollback to`,
  /// `tables`.
  func endTransaction(at call: String) { locked { _ = ends.insert(call) } }

  func endsTransaction(at call: String) -> Bool { locked { ends.remove(call) != nil } }

  func failIfAsked(_ call: String) throws(DatabaseError) {
    let error: DatabaseError? = locked {
      guard var left = failures[call], !left.isEmpty else { return nil }
      let error = left.removeFirst()
      failures[call] = left
      return error
    }
    if let error { throw error }
  }

  /// True where the next call of a sort is to fail, which is done with then.
  func isAsked(_ call: String) -> Bool {
    do {
      try failIfAsked(call)
      return false
    } catch {
      return true
    }
  }

  func reply(to sql: String, _ keyword: StatementKeyword) -> FakeReply {
    locked {
      if let reply = replies[sql] { return reply }
      return FakeReply(for: keyword, sql: sql, lastID: madeKeys)
    }
  }

  // MARK: The log

  /// Every call of every connection since the last ``forget()``, in order; those of opening apart.
  var calls: [String] { locked { entries.map(\.text) } }
  /// The calls of one connection, counted from 1.
  func calls(of connection: Int) -> [String] { locked { entries.filter { $0.connection == connection }.map(\.text) } }
  /// The connections that ran a text, in order.
  func connections(running sql: String) -> [Int] {
    locked { entries.filter { $0.text == "run \(sql)" }.map(\.connection) }
  }
  /// The calls but for preparing and closing statements.
  var work: [String] { calls.filter { !$0.hasPrefix("prepare ") && !$0.hasPrefix("finalize ") } }
  func forget() { locked { entries = [] } }
  /// Switches the log off, for tests with very many calls.
  func forgetAlways() {
    locked {
      keepsLog = false
      entries = []
    }
  }

  /// How many connections were ever opened.
  var openedCount: Int { locked { connectionCount } }
  /// How many are open.
  var openCount: Int { locked { open.count } }
  /// The most that were open at once.
  var mostOpenCount: Int { locked { mostOpen } }
  /// How many prepared statements are open, on all connections.
  var handleCount: Int { locked { openHandles } }
  /// The most that were open at once.
  var mostHandleCount: Int { locked { mostHandles } }
  /// How many rows were stepped to.
  var steps: Int { locked { stepCount } }
  /// How often a statement was asked for its columns.
  var columnCount: Int { locked { columnQuestions } }
  /// What ran when it was interrupted: the first bound value, or the text.
  var interruptions: [String] { locked { interrupted } }

  /// How many openings and calls that stop a statement wait for the database to go on.
  var hangingCount: Int { locked { hanging } }
  /// How many connections were cut.
  var cutCount: Int { locked { cuts } }

  func noteHanging(_ change: Int) { locked { hanging += change } }
  func noteCut() { locked { cuts += 1 } }
  func note(_ text: String, _ connection: Int) {
    locked { if keepsLog { entries.append((connection, text)) } }
  }
  func noteKey() { locked { madeKeys += 1 } }
  func noteColumns() { locked { columnQuestions += 1 } }
  func noteStep() { locked { stepCount += 1 } }
  func noteInterruption(of running: String) { locked { interrupted.append(running) } }
  func noteHandle(_ change: Int) {
    locked {
      openHandles += change
      mostHandles = max(mostHandles, openHandles)
    }
  }
  private func noteConnection(_ role: ConnectionRole) -> Int {
    locked {
      connectionCount += 1
      open.insert(connectionCount)
      mostOpen = max(mostOpen, open.count)
      entries.append((connectionCount, role == .reader ? "open reader" : "open"))
      return connectionCount
    }
  }
  func noteClosed(_ connection: Int) {
    locked {
      open.remove(connection)
      entries.append((connection, "close"))
    }
  }

  private func locked<T>(_ body: () -> T) -> T {
    monitor.lock()
    defer { monitor.unlock() }
    return body()
  }
}

extension DatabaseError {
  /// What a broken connection says.
  static let lost = DatabaseError(.connectionLost, "the cable was cut")
  /// What a database says that another one has the lock.
  static let locked = DatabaseError(.busy, "the table is locked")
}
