internal import ORDAThreads

extension PoolStateMachine {
  /// What an opening leads to that succeeded.
  enum OpenedAction {
    /// The connection is idle now. Where a time is given, call ``PoolStateMachine/relieve(at:)`` after it.
    case keep(Duration?)
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
    /// If callers wait for whom none is being opened, though there is room: how long it takes until ``reconsider(at:)`` is to be
    /// called. Only one such call is ever asked for at a time.
    var continuesAfter: Duration?
  }
}

/// When connections are opened.
///
/// Opening takes time and room on the server, and most callers who come at once are served by what is given back meanwhile.
/// So nothing is opened for those who will be served sooner than an opening takes, going by how long the last uses and the
/// last openings took. For the others it begins with one opening, and with each that succeeds one more may run at once. After a
/// moment, and again as long as somebody waits, it is looked at what came of that: see ``reconsider(at:)``.
extension PoolStateMachine where Member: PoolMember, Request: PoolWaiter {
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
    // More at once only where it is known for how long each is used.
    if tally.typicalUse != nil { pace.allowance = min(pace.allowance * 2, limits.maximum) }
    switch keep(connection, at: now) {
    case .hand(_, let request): return .hand(to: request, begin())
    case .keep(let moment): return .keep(moment)
    case .close: return .close
    }
  }

  /// A connection that was to be opened is not there. If fewer are being opened than callers wait, the first of these
  /// is to be told why.
  ///
  /// A server that is full may have room later, and what is out comes back: as long as somebody has a connection, those who wait
  /// go on waiting, and the next opening begins after a moment.
  mutating func openingFailed(isFull: Bool = false, at now: MonotonicTime) -> (fail: Request?, Openings) {
    openingCount -= 1
    if isFull, busyCount > 0, !isRefusing {
      heldUntil = now + Self.holdOff
      guard !isContinuing else { return (nil, Openings(generation: generation)) }
      isContinuing = true
      return (nil, Openings(generation: generation, continuesAfter: Self.holdOff))
    }
    let failed = openingCount < queue.count ? next(at: now) : nil
    return (failed, begin())
  }

  /// How long nothing is opened on a server that is full.
  private static var holdOff: Duration { .milliseconds(250) }

  /// Those who wait have waited for a moment: how many may be opened is decided anew.
  ///
  /// If nothing came back of what was out, or the queue lasts for as long as an opening takes, the expectation was wrong, and one
  /// is opened for everybody. If nothing was out, or no opening was ever finished, nothing is known, and the number of openings
  /// doubles up to ``OpeningPace/cautious``. Otherwise as many are opened as are expected to be needed. A server that was full is
  /// tried by one opening.
  mutating func reconsider(at now: MonotonicTime) -> Openings {
    isContinuing = false
    if let end = heldUntil {
      // It had been asked for before the server was found to be full.
      guard now >= end else {
        isContinuing = true
        return Openings(generation: generation, continuesAfter: end - now)
      }
      heldUntil = nil
      pace.allowance = 1
    } else if pace.returned == 0, pace.hadSomeOut {
      pace.trustsUses = false
      pace.allowance = limits.maximum
    } else if pace.returned > 0, let opening = tally.typicalOpening {
      pace.moments += 1
      if moment * pace.moments >= .nanoseconds(opening) { pace.trustsUses = false }
      pace.allowance = limits.maximum
    } else {
      pace.allowance = min(max(pace.allowance, min(pace.allowance * 2, OpeningPace.cautious)), limits.maximum)
    }
    slowDownIfServed()
    return begin()
  }

  /// What is to be opened for those who wait.
  mutating func begin() -> Openings {
    var openings = Openings(generation: generation)
    guard !isRefusing, heldUntil == nil, idle.isEmpty else { return openings }
    let waiting = queue.count - openingCount
    let room = limits.maximum - count
    guard waiting > 0, room > 0 else { return openings }
    let wanted = min(waiting - servedSoon, room)
    openings.count = max(0, min(wanted, pace.allowance - openingCount))
    openingCount += openings.count
    if openings.count < min(waiting, room), !isContinuing {
      isContinuing = true
      pace.returned = 0
      pace.hadSomeOut = busyCount > 0
      openings.continuesAfter = moment
    }
    return openings
  }

  /// After how long it is looked at again how many may be opened.
  private var moment: Duration {
    min(max(.nanoseconds(tally.typicalOpening ?? .max), .milliseconds(1)), .milliseconds(20))
  }

  /// What is to be opened so that there are as many as the minimum, whoever waits.
  mutating func beginMinimum() -> Openings {
    guard !isRefusing else { return Openings(generation: generation) }
    let missing = max(0, limits.minimum - count)
    openingCount += missing
    return Openings(count: missing, generation: generation)
  }

  /// How many of those who wait will probably be served by what comes back before an opening would be done.
  private var servedSoon: Int {
    guard pace.trustsUses, busyCount > 0, let use = tally.typicalUse, let opening = tally.typicalOpening,
      // What opens in no time is opened.
      opening > 1_000_000
    else { return 0 }
    return Int(min(Double(busyCount) * Double(opening) / Double(max(use, 1)), Double(queue.count)))
  }
}

/// How quickly connections are opened for those who wait; it begins anew with each queue.
struct OpeningPace {
  /// How many openings run at once where nothing is known of how long uses and openings take.
  static let cautious = 8

  /// How many openings may run at once.
  var allowance = 1
  /// How many connections came back since that was decided.
  var returned = 0
  /// True if some were out then.
  var hadSomeOut = false
  /// How many moments the queue has lasted while connections came back.
  var moments = 0
  /// False once those who wait were not served as soon as the last uses let expect.
  var trustsUses = true
}
