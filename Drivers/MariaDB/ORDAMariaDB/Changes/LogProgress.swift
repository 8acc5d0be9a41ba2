internal import ORDA
internal import ORDAThreads

/// How far a log has been followed, and who waits for it.
///
/// A thread of this governor that has committed waits until the log has reported the commit. By then everything
/// committed before has been handed over too, so nobody sees values go backwards. It waits for a second at most, and
/// not at all while the log can't be followed. In that case the log is behind what this process wrote, and until it has
/// caught up, what it reports does not count as new.
final class LogProgress: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.

  private enum Course {
    case following
    case reconnecting(since: MonotonicTime, reason: String)
    case stopped
  }

  /// What is known of a transaction when it is handed over.
  struct Standing {
    /// True if the thread that committed it waits, and will call the observers.
    var isAwaited: Bool
    /// True if this process has since written something and not waited for it.
    var isLate: Bool
  }

  private let condition = Condition()
  private var course = Course.following
  private var followed: LogPosition
  /// The transactions that had news.
  private var told: LogPosition
  /// The transactions known to be visible to everybody.
  private var visible: LogPosition
  /// Own transactions whose threads wait.
  private var awaited: Set<GTID> = []
  /// The transaction that is being handed over.
  private var current: GTID?
  /// Own transactions that nobody waited for.
  private var overdue = LogPosition()
  private var delay: Duration?

  init(from start: LogPosition) {
    followed = start
    told = start
    visible = start
  }

  private var isFollowing: Bool { if case .following = course { true } else { false } }

  /// Everything up to here was handed over.
  var position: LogPosition { condition.withLock { followed } }

  /// Why the log is not being followed; nil if it is. And how far behind it is.
  var state: (interruption: String?, lag: Duration?) {
    condition.withLock {
      if case .reconnecting(let since, let reason) = course { return (reason, MonotonicTime.now - since) }
      return (nil, delay)
    }
  }

  // MARK: Handing over

  /// A transaction is about to be handed over. Who reads because of it may do so before that has ended, and has to see it.
  ///
  /// - Parameter hasNews: True if it has anything to report.
  func begin(_ transaction: GTID?, hasNews: Bool) -> Standing {
    condition.withLock {
      current = transaction
      if hasNews, let transaction { told.advance(transaction) }
      return Standing(
        isAwaited: transaction.map(awaited.contains) ?? false, isLate: !followed.contains(overdue))
    }
  }

  /// It was handed over.
  func end(_ transaction: GTID?, delay: Duration?) {
    condition.withLock {
      if let transaction {
        followed.advance(transaction)
        if followed.contains(overdue) { overdue = LogPosition() }
      }
      current = nil
      self.delay = delay
      condition.broadcast()
    }
  }

  /// The server has nothing more to report.
  func caughtUp() { condition.withLock { delay = nil } }

  // MARK: Own transactions

  /// A thread of this governor has committed a transaction, which is visible to everybody. Returns when it was handed
  /// over, or when that takes too long.
  ///
  /// - Parameter note: Called as soon as whoever hands it over is bound to find that somebody waits.
  func wait(for transaction: GTID, _ note: () -> Void) {
    let isExpected = condition.withLock {
      if !visible.contains(transaction) { visible.advance(transaction) }
      if followed.contains(transaction) { return false }
      guard isFollowing, followed.contains(overdue) else {
        overdue.advance(transaction)
        return false
      }
      awaited.insert(transaction)
      return true
    }
    note()
    guard isExpected else { return }
    condition.withLock {
      let wait = OwnChangeWait.duration
      let end = MonotonicTime.now + wait
      // What is being handed over will be done in a moment, and its observers count on this thread.
      while isFollowing, !followed.contains(transaction), current == transaction || MonotonicTime.now < end {
        condition.wait(until: current == transaction ? .now + wait : end)
      }
      awaited.remove(transaction)
      if !followed.contains(transaction) { overdue.advance(transaction) }
    }
  }

  /// Returns when everybody sees what was handed over.
  ///
  /// - Parameter ask: Asks the server what everybody sees.
  func waitUntilVisible(_ ask: () -> LogPosition?) {
    let (target, isVisible) = condition.withLock { (told, visible.contains(told)) }
    if isVisible { return }
    let end = MonotonicTime.now + OwnChangeWait.duration
    repeat {
      guard let seen = ask() else { return }
      condition.withLock {
        for transaction in seen.transactions where !visible.contains(transaction) { visible.advance(transaction) }
      }
      if seen.contains(target) { return }
    } while MonotonicTime.now < end
  }

  /// Returns when everything in the log by now was handed over; false if it is not being followed, or if that takes too
  /// long.
  ///
  /// - Parameter ask: Asks the server how far its log is.
  func waitUntilTold(_ ask: () -> LogPosition?) -> Bool {
    guard condition.withLock({ isFollowing }), let written = ask() else { return false }
    let end = MonotonicTime.now + OwnChangeWait.duration
    return condition.withLock {
      while isFollowing, !followed.contains(written), MonotonicTime.now < end { condition.wait(until: end) }
      return followed.contains(written)
    }
  }

  // MARK: Interruptions

  /// The log can't be followed for now.
  func interrupt(_ reason: String) {
    condition.withLock {
      switch course {
      case .following: course = .reconnecting(since: .now, reason: reason)
      case .reconnecting(let since, _): course = .reconnecting(since: since, reason: reason)
      case .stopped: return
      }
      condition.broadcast()
    }
  }

  /// The log is followed again.
  ///
  /// - Parameter position: From where; nil for where it was interrupted.
  func resume(from position: LogPosition?) {
    condition.withLock {
      if case .stopped = course { return }
      if let position {
        followed = position
        told = position
        visible = position
        overdue = LogPosition()
      }
      delay = nil
      course = .following
    }
  }

  /// Nobody wants the log any more.
  func stop() {
    condition.withLock {
      course = .stopped
      condition.broadcast()
    }
  }
}
