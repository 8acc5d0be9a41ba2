internal import Logging
internal import ORDAThreads

/// Where a governor's changes come together, and go out to the listeners.
///
/// Batches come from the driver's ``ChangeSource``, from any thread, in the order of the commits. Each gets its
/// sequence, is applied to what must follow before the writing call returns, and put into the buffers of the others.
/// Closures are called later, when the thread that wrote has returned its connection and holds no other: by this
/// thread, or by the hub's own for what others wrote. ``ChangeAnnouncer`` explains how; there are two, so that
/// observers that writers wait for never wait for others.
final class ChangeHub: Sendable {
  private let driverName: String
  let source: (any ChangeSource)?
  let logger: Logger
  let isThreadLeased: @Sendable () -> Bool
  /// What the source follows now; nil once the governor was closed. The lock is held during calls of the source.
  private let followed = Lock<ChangeInterest?>(.nothing)
  private let listeners = Lock(Listeners())
  /// The sequence of the last batch; the lock keeps batches in order, from their number to the buffers.
  private let delivered = Lock(0)
  /// For observers that are called as soon as possible.
  let soon: ChangeAnnouncer
  /// For observers that are called before the writing call returns.
  let beforeReturn: ChangeAnnouncer
  private let worker = WorkerThread()
  /// When the source last refused to follow what entries need; nil if it follows. Touched under the lock of `followed`.
  private let refusal = Lock<MonotonicTime?>(nil)

  /// How long the source continues though nobody listens.
  private let lingersUntil: Lock<MonotonicTime>
  let time: TimeSource

  /// How long a writing call with a limit may call observers that it doesn't have to wait for.
  private static let longestTurn = Duration.milliseconds(100)

  /// How long a source that refused is not asked again for entries, which can do without.
  private static let refusalTime = Duration.seconds(10)

  /// - Parameter isThreadLeased: True if this thread holds a connection, so that nobody may be called on it.
  init(
    driverName: String, source: (any ChangeSource)?, logger: Logger, time: TimeSource = .system,
    isThreadLeased: @escaping @Sendable () -> Bool = { false }
  ) {
    self.driverName = driverName
    self.source = source
    self.logger = logger
    self.time = time
    lingersUntil = Lock(time.now)
    soon = ChangeAnnouncer(time)
    beforeReturn = ChangeAnnouncer(time)
    self.isThreadLeased = isThreadLeased
  }

  deinit { worker.stop() }

  var coverage: ChangeCoverage { source?.coverage ?? nothing }

  func findCoverage() -> ChangeCoverage { source?.findCoverage() ?? nothing }

  private var nothing: ChangeCoverage {
    ChangeCoverage(reach: .none, means: "", limitation: Self.missing(driverName))
  }

  /// The explanation if nobody reports changes.
  var missing: String { Self.missing(driverName) }

  static func missing(_ driverName: String) -> String {
    "the driver \(driverName) does not tell of changes: it lacks the ability \(Capability.changeEvents)"
  }

  /// The sequence of the last applied batch: a transaction that begins now reads something at least as new.
  var lastApplied: Int { delivered.withLock { $0 } }

  /// A table's name as the database compares it; unchanged without a source.
  func identity(of table: TableName) -> TableName { source?.identity(of: table) ?? table }

  // MARK: Listening

  /// Adds a listener to some tables, or to all if none are named.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - role: What the listener is.
  ///   - ignored: The mark of transactions that it does not want to hear of.
  ///   - evenWithoutSource: True for a listener that also hears of what this governor's own entries wrote, so that it
  ///     is registered even if the source can't follow.
  func listen(
    to tables: [TableName], _ role: ChangeListener.Role, ignoring ignored: ChangeMark? = nil,
    evenWithoutSource: Bool = false
  ) throws(DatabaseError) -> ChangeListener {
    guard let source else {
      guard evenWithoutSource else { throw DatabaseError(.unsupported, Self.missing(driverName)) }
      let listener = ChangeListener(tables, role, ignoring: ignored) { $0 }
      add(listener)
      return listener
    }
    let listener = ChangeListener(tables, role, ignoring: ignored) { source.identity(of: $0) }
    try followed.withLock { (current) throws(DatabaseError) in
      guard let before = current else { throw DatabaseError(.misuse, "the governor is closed") }
      // First the listener, then the source: nothing that the source reports is missed.
      add(listener)
      let wanted = wanted
      guard wanted != before, !(evenWithoutSource && wasJustRefused) else { return }
      do throws(DatabaseError) {
        try source.follow(wanted, ChangeFeed(hub: self))
        current = wanted
        noteFollowing()
      } catch {
        if evenWithoutSource { return note(error) }
        drop(listener)
        throw error
      }
    }
    return listener
  }

  private func add(_ listener: ChangeListener) {
    listeners.withLock { $0.add(listener) }
    announcer(of: listener)?.add(listener)
  }

  private func drop(_ listener: ChangeListener) {
    listeners.withLock { $0.remove(listener) }
    announcer(of: listener)?.remove(listener)
  }

  private func announcer(of listener: ChangeListener) -> ChangeAnnouncer? {
    switch listener.role {
    case .announces: soon
    case .answers: beforeReturn
    case .applies, .reads: nil
    }
  }

  /// What all listeners together want.
  private var wanted: ChangeInterest { listeners.withLock { $0.tally.interest } }

  /// True if anybody wants to hear what a transaction with some mark does to a table.
  func isWanted(_ table: TableName, marked mark: ChangeMark) -> Bool {
    listeners.withLock { $0.all.contains { $0.ignored != mark && $0.interest.contains(table) } }
  }

  private var wasJustRefused: Bool {
    refusal.withLock { $0.map { time.now - $0 < Self.refusalTime } ?? false }
  }

  private func note(_ error: DatabaseError) {
    refusal.withLock { $0 = time.now }
    logger.warning(
      "changes can't be followed; entries follow only what is written through entries", metadata: ["error": "\(error)"])
  }

  /// Those who listened while the source refused have missed something.
  private func noteFollowing() {
    let wasRefused = refusal.withLock { refusal in
      defer { refusal = nil }
      return refusal != nil
    }
    if wasRefused { publish(ChangeBatch(origin: .unknown, unknown: .everything)) }
  }

  /// Removes a listener. The source is soon informed of what it need not follow any more, on another thread: this may
  /// be called anywhere, even by the source.
  func remove(_ listener: ChangeListener) {
    listener.end(dropping: true)
    drop(listener)
    guard let lingering = source?.lingering, lingering > .zero, wanted.isNothing else { return followLessSoon() }
    let end = time.now + lingering
    lingersUntil.withLock { $0 = end }
    _ = time.schedule(at: end) { [weak self] in self?.followLessSoon() }
  }

  private func followLessSoon() { worker.submit { [weak self] in self?.followLess() } }

  private func followLess() {
    followed.withLock { current in
      guard let before = current else { return }
      let wanted = wanted
      // If somebody has come and gone meanwhile, another alarm is set.
      if wanted.isNothing, time.now < lingersUntil.withLock({ $0 }) { return }
      // What was refused is only requested again on purpose.
      guard wanted != before, wanted.isNothing || !before.isNothing else { return }
      // If it can't follow less it continues as before, which does no harm.
      if (try? source?.follow(wanted, ChangeFeed(hub: self))) != nil { current = wanted }
    }
  }

  /// Ends all listening, when the governor closes.
  func close() {
    followed.withLock { current in
      guard let before = current else { return }
      current = nil
      if !before.isNothing { try? source?.follow(.nothing, ChangeFeed(hub: self)) }
    }
    let all = listeners.withLock { listeners in
      defer { listeners = Listeners() }
      return listeners.all
    }
    for listener in all { listener.end(dropping: false) }
    soon.removeAll()
    beforeReturn.removeAll()
    worker.stop()
  }

  /// Returns once a statement that begins now sees everything reported before.
  func waitUntilVisible() { source?.waitUntilVisible() }

  /// Returns once what everybody can see now was reported; false if that can't be known now.
  func catchUp() -> Bool { source?.catchUp() ?? true }

  /// True if changes that the database makes by itself, following a foreign key, are reported like others.
  var tellsCascades: Bool { source?.tellsCascades ?? false }

  // MARK: Delivering

  /// Takes a batch from the source.
  func publish(_ batch: ChangeBatch) {
    let waits = delivered.withLock { sequence in
      sequence += 1
      var batch = batch
      batch.sequence = sequence
      var waits = false
      let all = listeners.withLock { $0.all }
      // First all apply it: whoever is called for it, perhaps at once by another thread, finds it applied.
      for listener in all where listener.isApplier { _ = listener.receive(batch) }
      for listener in all where !listener.isApplier && note(listener.receive(batch), by: listener, sequence) {
        waits = true
      }
      return waits
    }
    // What this governor's own connection wrote is announced when that is returned.
    if waits, batch.origin != .governor { onWorker { self.announceAll() } }
  }

  /// Notes that a batch waits for a listener.
  ///
  /// - Returns: Whether the batch waits.
  private func note(_ reception: ChangeListener.Reception, by listener: ChangeListener, _ sequence: Int) -> Bool {
    switch reception {
    case .done: return false
    case .waits: announcer(of: listener)?.noteWaiting(listener, sequence)
    case .merged: announcer(of: listener)?.noteWaiting()
    }
    return true
  }

  /// Has one listener called, in its turn, for what was learned without the source.
  ///
  /// - Parameter isLeased: True if this thread holds a connection of the governor: then it is called when that is
  ///   returned, otherwise before this returns.
  func call(_ listener: ChangeListener, of tables: [TableName], isLeased: Bool) {
    let waits = delivered.withLock { sequence in
      sequence += 1
      var batch = ChangeBatch(origin: .governor, unknown: UnknownTables(tables: Set(tables)))
      batch.sequence = sequence
      return note(listener.receive(batch), by: listener, sequence)
    }
    guard waits else { return }
    if isLeased { return }
    if isThreadLeased() { onWorker { self.announceAll() } } else { announceOwn() }
  }

  /// Announces what waits, after a connection was returned on this thread.
  ///
  /// - Parameters:
  ///   - thread: The connection's thread, which observers must not block: the next user of the connection needs it.
  ///   - isLimited: Whether the call that returned the connection has a limit.
  @inline(__always)
  func announce(after thread: WorkerThread, isLimited: Bool = false) {
    if soon.isNeeded || beforeReturn.isNeeded { announceWaiting(after: thread, isLimited) }
  }

  private func announceWaiting(after thread: WorkerThread, _ isLimited: Bool) {
    if thread.isCurrent || isThreadLeased() { onWorker { self.announceAll() } } else { announceOwn(isLimited) }
  }

  /// Announces the waiting batches on the calling thread, for ``longestTurn`` at most if the call has a limit. The hub's
  /// thread announces later batches, and the rest.
  private func announceOwn(_ isLimited: Bool = false) {
    let last = lastApplied
    let end = isLimited ? time.now + Self.longestTurn : nil
    let isLeft = [
      beforeReturn.announce(through: last),
      soon.announce(through: last, until: { end.map { time.now >= $0 } ?? false }),
    ].contains(.incomplete)
    if isLeft { onWorker { self.announceAll() } }
  }

  /// Announces batches until no batch waits.
  func announceAll() {
    // A batch may come between the last call and the end of the calling.
    while beforeReturn.announce() == .incomplete {}
    while soon.announce() == .incomplete {}
  }

  /// Runs a job on a thread that observers may block.
  func onWorker(_ job: @escaping @Sendable () -> Void) {
    if !worker.submit(job) { SpareThreads.shared.run(job) }
  }
}

/// The listeners of a hub, in the order in which they came, and the union of their interests.
private struct Listeners {
  private(set) var all: [ChangeListener] = []
  private(set) var tally = InterestTally()

  mutating func add(_ listener: ChangeListener) {
    all.append(listener)
    tally.add(listener.interest)
  }

  mutating func remove(_ listener: ChangeListener) {
    guard let place = all.firstIndex(where: { $0 === listener }) else { return }
    all.remove(at: place)
    tally.remove(listener.interest)
  }
}

/// The number of listeners for each table, from which the union of all interests follows without a loop over the listeners.
struct InterestTally {
  private var everything = 0
  private var tables: [TableName: Int] = [:]

  /// The union of the interests.
  var interest: ChangeInterest { everything > 0 ? .everything : .tables(Set(tables.keys)) }

  mutating func add(_ interest: ChangeInterest) {
    switch interest {
    case .everything: everything += 1
    case .tables(let names): for name in names { tables[name, default: 0] += 1 }
    }
  }

  mutating func remove(_ interest: ChangeInterest) {
    switch interest {
    case .everything: everything -= 1
    case .tables(let names):
      for name in names {
        let count = (tables[name] ?? 1) - 1
        tables[name] = count > 0 ? count : nil
      }
    }
  }
}
