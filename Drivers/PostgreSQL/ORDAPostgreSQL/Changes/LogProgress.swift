internal import ORDA
internal import ORDAThreads

/// How far a log has been followed, and who waits for it.
///
/// A thread of this governor that has committed waits until the log has reported the commit. By then everything
/// committed before has been handed over too, so nobody sees values go backwards. It waits for a second at most, and
/// not at all while the log is not followed. In that case the log is behind what this process wrote, and until it has
/// caught up, what it reports does not count as new.
final class LogProgress: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.

  private enum Course {
    /// The log is not followed: not yet, or not any more.
    case interrupted(since: MonotonicTime, reason: String)
    case following
    case stopped
  }

  /// What is known of a transaction when it is handed over.
  struct Standing {
    /// True if the thread that committed it waits, and will call the observers.
    var isAwaited: Bool
    /// True if this process has since written something and not waited for it.
    var isLate: Bool
    var mark: ChangeMark?
    /// True if nobody has begun to read rows of entries since before it was committed, so that none can be newer.
    var isUnread: Bool
  }

  /// An own transaction whose thread waits, or soon will.
  private struct Expected {
    var mark: ChangeMark?
    /// How often rows had been read before.
    var readings: Int
  }

  private let condition = Condition()
  private var course: Course
  private var expected: [Int: Expected] = [:]
  /// How often somebody has begun to read what must be as new as what was handed over.
  private var readings = 0
  /// The transaction that is being handed over.
  private var current: Int?
  /// Own transactions that nobody waited for.
  private var overdue: Set<Int> = []
  /// Transactions that were handed over, or are about to be, and may not be visible to everybody yet.
  private var unseen: Set<UInt32> = []
  /// Own ones of them, until their threads go on.
  private var ownUnseen: [Int: UInt32] = [:]
  private var delay: Duration?
  /// What the log has to come to before it counts as followed, and since when it is read.
  private var start: (number: Int, since: MonotonicTime)?

  /// How many transactions are remembered until it is known that they are visible.
  private static let mostUnseen = 10_000
  /// How long each commit waits while the log is behind.
  private static let catchingUp = Duration.milliseconds(10)

  init(_ reason: String) { course = .interrupted(since: .now, reason: reason) }

  private var isFollowing: Bool { if case .following = course { overdue.isEmpty } else { false } }

  /// Why the log is not being followed; nil if it is. And how far behind it is.
  var state: (interruption: String?, lag: Duration?) {
    condition.withLock {
      if case .interrupted(let since, let reason) = course { return (reason, MonotonicTime.now - since) }
      if let start { return ("it is read, and not up to now yet", MonotonicTime.now - start.since) }
      return (nil, delay)
    }
  }

  // MARK: Handing over

  /// A transaction is about to be handed over. Who reads because of it may do so before that has ended, and has to see it.
  ///
  /// - Parameter transaction: The server's number of it, if it has anything to report.
  func begin(_ number: Int?, told transaction: UInt32?) -> Standing {
    condition.withLock {
      current = number
      let own = number.flatMap { expected[$0] }
      if let transaction {
        if own != nil, let number { ownUnseen[number] = transaction }
        if unseen.count >= Self.mostUnseen { unseen = [] }
        unseen.insert(transaction)
      }
      return Standing(
        isAwaited: own != nil, isLate: !overdue.isEmpty, mark: own?.mark, isUnread: own?.readings == readings)
    }
  }

  /// It was handed over.
  ///
  /// - Parameter delay: How long ago it was committed.
  func end(_ number: Int?, delay: Duration?) {
    condition.withLock {
      if let number {
        expected[number] = nil
        overdue.remove(number)
        if start?.number == number { start = nil }
      }
      current = nil
      self.delay = delay
      condition.broadcast()
    }
  }

  /// The server has nothing more to report.
  func caughtUp() { condition.withLock { delay = nil } }

  // MARK: Own transactions

  /// A thread of this governor is about to commit.
  func expect(_ number: Int, _ mark: ChangeMark?) {
    condition.withLock { expected[number] = Expected(mark: mark, readings: readings) }
  }

  /// It has committed nothing.
  func forget(_ number: Int) { condition.withLock { expected[number] = nil } }

  /// It has committed. Returns when that was handed over, or when that takes too long.
  ///
  /// - Parameter nudge: Called if it is not handed over at once: makes sure that the log's readers see it.
  func wait(for number: Int, after pause: Duration, _ nudge: () -> Void) {
    if wait(for: number, until: .now + pause) {
      catchUp(with: number, nudge)
      return
    }
    nudge()
    if wait(for: number, until: .now + OwnChangeWait.duration) { return }
    condition.withLock {
      expected[number] = nil
      overdue.insert(number)
    }
  }

  /// Waits for a moment where the log is behind: a program that writes all the time would never let it catch up.
  private func catchUp(with number: Int, _ nudge: () -> Void) {
    guard condition.withLock({ overdue.contains(number) }) else { return }
    nudge()
    let end = MonotonicTime.now + Self.catchingUp
    condition.withLock {
      while case .following = course, overdue.contains(number), MonotonicTime.now < end { condition.wait(until: end) }
    }
  }

  /// True if there is no need to wait any more.
  private func wait(for number: Int, until end: MonotonicTime) -> Bool {
    condition.withLock {
      // What is being handed over will be done in a moment, and its observers count on this thread.
      while isFollowing, expected[number] != nil, current == number || MonotonicTime.now < end {
        condition.wait(until: current == number ? .now + OwnChangeWait.duration : end)
      }
      if expected[number] == nil {
        // Its answer says that it is visible.
        if let transaction = ownUnseen.removeValue(forKey: number) { unseen.remove(transaction) }
        return true
      }
      if isFollowing { return false }
      expected[number] = nil
      // Where the log is behind, it still comes.
      if case .following = course { overdue.insert(number) }
      return true
    }
  }

  /// Returns when everything was handed over that was committed before a call; false if the log is not being followed,
  /// or if that takes too long.
  ///
  /// - Parameter leave: Leaves a mark with this number in the log; false if it can't.
  func waitUntilTold(_ number: Int, _ leave: () -> Bool) -> Bool {
    let begins = condition.withLock {
      guard case .following = course else { return false }
      expected[number] = Expected(mark: nil, readings: readings)
      return true
    }
    guard begins else { return false }
    guard leave() else {
      forget(number)
      return false
    }
    let end = MonotonicTime.now + OwnChangeWait.duration
    return condition.withLock {
      while case .following = course, expected[number] != nil, MonotonicTime.now < end { condition.wait(until: end) }
      defer { expected[number] = nil }
      return expected[number] == nil
    }
  }

  // MARK: What everybody sees

  /// Returns when everybody sees what was handed over.
  ///
  /// - Parameter ask: Asks the server what everybody sees.
  func waitUntilVisible(_ ask: () -> VisibleTransactions?) {
    var missing = condition.withLock {
      readings += 1
      return unseen
    }
    let end = MonotonicTime.now + OwnChangeWait.duration
    while !missing.isEmpty {
      guard let visible = ask() else { return }
      let seen = missing.filter(visible.contains)
      condition.withLock { unseen.subtract(seen) }
      missing.subtract(seen)
      if missing.isEmpty || MonotonicTime.now >= end { return }
      MonotonicTime.sleep(.milliseconds(1))
    }
  }

  // MARK: Interruptions

  /// The log can't be followed for now.
  func interrupt(_ reason: String) {
    condition.withLock {
      switch course {
      case .following: course = .interrupted(since: .now, reason: reason)
      case .interrupted(let since, _): course = .interrupted(since: since, reason: reason)
      case .stopped: return
      }
      overdue = []
      unseen = []
      ownUnseen = [:]
      start = nil
      condition.broadcast()
    }
  }

  /// The log is followed again; what it reports counts as new behind the mark with a number.
  func resume(behind number: Int) {
    condition.withLock {
      if case .stopped = course { return }
      overdue = [number]
      start = (number, .now)
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
