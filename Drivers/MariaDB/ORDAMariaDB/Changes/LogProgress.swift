internal import ORDA

/// How far a log has been followed, and who waits for it.
///
/// A thread of this governor that has committed waits until the log has told of it: what was committed before has been
/// handed over then too, so that nobody sees values go backwards. It waits for a second at most, and not at all while the
/// log can't be followed. Then the log is behind what this process wrote, and until it has caught up what it tells is not
/// taken for news.
final class LogProgress: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.

  private enum Course {
    case following
    case reconnecting(since: MonotonicTime, reason: String)
    case stopped
  }

  /// What is known of a transaction at the moment when it is handed over.
  struct Standing {
    /// True where the thread that committed it waits, and is going to call the observers.
    var isAwaited: Bool
    /// True where this process has written something since that was not waited for.
    var isLate: Bool
  }

  private let condition = Condition()
  private var course = Course.following
  private var isOver = false
  private var followed: LogPosition
  /// The transactions that had something to tell.
  private var told: LogPosition
  /// Those of which it is known that everybody sees them.
  private var visible: LogPosition
  /// Own transactions whose threads wait.
  private var awaited: Set<GTID> = []
  /// The transaction that is being handed over.
  private var current: GTID?
  /// Own transactions that were not waited for.
  private var overdue = LogPosition()
  private var delay: Duration?

  /// How long who ends it waits for its thread.
  private static let patience = Duration.seconds(1)

  init(from start: LogPosition) {
    followed = start
    told = start
    visible = start
  }

  private var isFollowing: Bool { if case .following = course { true } else { false } }
  private var isStopped: Bool { if case .stopped = course { true } else { false } }

  /// Runs a body under the lock.
  private func locked<R>(_ body: () -> R) -> R {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  /// True where nobody wants the log any more.
  var isEnding: Bool { locked { isStopped } }

  /// All up to here was handed over.
  var position: LogPosition { locked { followed } }

  /// Why the log is not followed just now; nil where it is. And how far what is told lies behind.
  var state: (interruption: String?, lag: Duration?) {
    locked {
      if case .reconnecting(let since, let reason) = course { return (reason, MonotonicTime.now - since) }
      return (nil, delay)
    }
  }

  // MARK: Handing over

  /// A transaction is about to be handed over; nil where nobody listens any more.
  func begin(_ transaction: GTID?) -> Standing? {
    locked {
      if isStopped { return nil }
      current = transaction
      return Standing(
        isAwaited: transaction.map(awaited.contains) ?? false, isLate: !followed.contains(overdue))
    }
  }

  /// It was handed over.
  ///
  /// - Parameter hasNews: True where it had something to tell.
  func end(_ transaction: GTID?, hasNews: Bool, delay: Duration?) {
    locked {
      if let transaction {
        followed.advance(transaction)
        if hasNews { told.advance(transaction) }
        if followed.contains(overdue) { overdue = LogPosition() }
      }
      current = nil
      self.delay = delay
      if !awaited.isEmpty { condition.broadcast() }
    }
  }

  /// The server has nothing more to tell.
  func caughtUp() { locked { delay = nil } }

  // MARK: Own transactions

  /// A thread of this governor has committed a transaction, which everybody sees. Returns when it was handed over, or when
  /// that takes too long.
  ///
  /// - Parameter note: Called as soon as the one who hands it over is going to find that somebody waits.
  func wait(for transaction: GTID, _ note: () -> Void) {
    let isExpected = locked {
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
    locked {
      let patience = OwnChangePatience.duration
      let end = MonotonicTime.now + patience
      // What is being handed over will be in a moment, and its observers count on this thread.
      while isFollowing, !followed.contains(transaction), current == transaction || MonotonicTime.now < end {
        condition.wait(until: current == transaction ? .now + patience : end)
      }
      awaited.remove(transaction)
      if !followed.contains(transaction) { overdue.advance(transaction) }
    }
  }

  /// Returns when everybody sees what was handed over.
  ///
  /// - Parameter ask: Asks the server what everybody sees.
  func waitUntilVisible(_ ask: () -> LogPosition?) {
    let (target, isVisible) = locked { (told, visible.contains(told)) }
    if isVisible { return }
    let end = MonotonicTime.now + OwnChangePatience.duration
    repeat {
      guard let seen = ask() else { return }
      locked {
        for transaction in seen.transactions where !visible.contains(transaction) { visible.advance(transaction) }
      }
      if seen.contains(target) { return }
    } while MonotonicTime.now < end
  }

  // MARK: Interruptions

  /// The log can't be followed for now; false where nobody wants it to be.
  func interrupt(_ reason: String) -> Bool {
    locked {
      if isStopped { return false }
      course = .reconnecting(since: .now, reason: reason)
      condition.broadcast()
      return true
    }
  }

  /// Waits before the log is asked for again; false where nobody wants it any more.
  func pause(_ duration: Duration, _ reason: String) -> Bool {
    locked {
      if case .reconnecting(let since, _) = course { course = .reconnecting(since: since, reason: reason) }
      let end = MonotonicTime.now + duration
      while !isStopped, MonotonicTime.now < end { condition.wait(until: end) }
      return !isStopped
    }
  }

  /// The log is followed again; false where nobody wants it to be.
  ///
  /// - Parameter position: From where; nil for where it was interrupted.
  func resume(from position: LogPosition?) -> Bool {
    locked {
      if isStopped { return false }
      if let position {
        followed = position
        told = position
        visible = position
        overdue = LogPosition()
      }
      delay = nil
      course = .following
      return true
    }
  }

  /// Nobody wants the log any more; true the first time.
  func stop() -> Bool {
    locked {
      if isStopped { return false }
      course = .stopped
      condition.broadcast()
      return true
    }
  }

  /// The thread that follows has come to its end.
  func finish() {
    locked {
      isOver = true
      condition.broadcast()
    }
  }

  /// Waits for that end, as long as no server keeps the thread.
  func waitForFinish() {
    locked {
      let end = MonotonicTime.now + Self.patience
      while !isOver, MonotonicTime.now < end { condition.wait(until: end) }
    }
  }
}
