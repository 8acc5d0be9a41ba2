internal import ORDAThreads

/// When connections are opened.
///
/// Opening takes time and room on the server, and most callers who come at once are served by what is given back meanwhile.
/// So nothing is opened for a queue that will be served sooner than an opening takes, going by how long the last uses and the
/// last openings took. Otherwise it begins with one opening, and with each that succeeds two more may. And who waits for
/// longer than an opening takes, whatever was expected, has one opened: see ``beginAll()``.
extension PoolStateMachine {
  /// What an opening leads to that succeeded.
  enum OpenedAction {
    /// The connection is idle now.
    case keep
    /// Hand it to this request, and open some others.
    case hand(to: Request, Openings)
    /// Close it; it is not counted any more.
    case close
  }

  /// How many connections are to be opened now. Each leads to ``opened(_:begunIn:after:at:)`` or ``openingFailed(at:)``.
  struct Openings: Equatable {
    var count = 0
    /// The pool's ``PoolStateMachine/generation`` now.
    var generation = 0
    /// If callers wait for whom none is being opened, though there is room: how long it takes until ``beginAll()`` is to be
    /// called. Only one such call is ever asked for at a time.
    var continuesAfter: Duration?
  }

  /// A connection that was to be opened is there.
  ///
  /// - Parameters:
  ///   - begunIn: The generation when the opening began.
  ///   - duration: How long it took.
  mutating func opened(
    _ connection: Member, begunIn generation: Int, after duration: Duration, at now: MonotonicTime
  ) -> OpenedAction {
    openingCount -= 1
    tally.noteOpening(of: duration.clampedNanoseconds)
    connection.age.generation = generation
    connection.age.answeredAt = now
    if isClosed || count >= limits.maximum {
      tally.noteEnd(isClosed ? .closed : .surplus)
      return .close
    }
    allowance = min(allowance * 2, limits.maximum)
    if case .hand(_, let request) = keep(connection, at: now) { return .hand(to: request, begin()) }
    return .keep
  }

  /// A connection that was to be opened is not there. If fewer are being opened than callers wait, the first of these
  /// is to be told why.
  ///
  /// A server that is full may have room later, and what is out comes back: as long as somebody has a connection, those who wait
  /// go on waiting, and the next opening begins after a moment.
  mutating func openingFailed(isFull: Bool = false, at now: MonotonicTime) -> (fail: Request?, Openings) {
    openingCount -= 1
    if isFull, busyCount > 0, !isRefusing {
      isHeldOff = true
      guard !isContinuing else { return (nil, Openings(generation: generation)) }
      isContinuing = true
      return (nil, Openings(generation: generation, continuesAfter: Self.holdOff))
    }
    let failed = openingCount < queue.count ? next(at: now) : nil
    return (failed, begin())
  }

  /// How long nothing is opened on a server that is full.
  private static var holdOff: Duration { .milliseconds(250) }

  /// Those who wait have waited for a moment: from now on as many connections are opened as callers wait, or one, if the server
  /// was full.
  mutating func beginAll() -> Openings {
    isContinuing = false
    if isHeldOff { allowance = 1 } else if !queue.isEmpty { allowance = limits.maximum }
    isHeldOff = false
    return begin()
  }

  /// What is to be opened for those who wait.
  mutating func begin() -> Openings {
    var openings = Openings(generation: generation)
    guard !isRefusing, !isHeldOff else { return openings }
    let wanted = min(queue.count - openingCount, limits.maximum - count)
    guard wanted > 0 else { return openings }
    let allowed = isServedSoon ? 0 : allowance - openingCount
    openings.count = max(0, min(wanted, allowed))
    openingCount += openings.count
    if openings.count < wanted, !isContinuing {
      isContinuing = true
      openings.continuesAfter = min(
        max(.nanoseconds(tally.typicalOpening ?? .max), .milliseconds(1)), .milliseconds(20))
    }
    return openings
  }

  /// What is to be opened so that there are as many as the minimum, whoever waits.
  mutating func beginMinimum() -> Openings {
    guard !isRefusing else { return Openings(generation: generation) }
    let missing = max(0, limits.minimum - count)
    openingCount += missing
    return Openings(count: missing, generation: generation)
  }

  /// True if those who wait will probably be served by what comes back before an opening would be done.
  private var isServedSoon: Bool {
    guard busyCount > 0, allowance < limits.maximum, let use = tally.typicalUse, let opening = tally.typicalOpening,
      // What opens in no time is opened.
      opening > 1_000_000
    else { return false }
    return Double(use) * Double(queue.count) / Double(busyCount) < Double(opening)
  }
}
