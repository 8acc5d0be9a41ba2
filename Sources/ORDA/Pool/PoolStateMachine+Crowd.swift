internal import ORDAThreads

extension PoolStateMachine {
  /// What those get who have waited for long enough.
  struct Relief {
    var handed: [(connection: Member, request: Request)] = []
    var openings = Openings()
    /// After how long ``PoolStateMachine/relieve(at:)`` is to be called again.
    var continuesAfter: Duration?
  }
}

/// How many work at once where this process does the work.
///
/// An awaited statement, run by a connection's own thread, needs a processor for as long as it has the connection. Where more
/// run than there are processors, each is stopped in the middle for another, and a thread is woken for each; where fewer do, one that
/// is done goes on with whoever waits next. So a statement waits for a connection that comes back, though another one is idle or
/// could be opened: as long as the last uses were short, and for a few milliseconds at most, since one of those that are out may be
/// used for longer.
///
/// Closures don't wait. Where they run many small statements, SQLite gains by more of them: it locks its file, which the system has to
/// do, only for the first of all that read at one moment.
extension PoolStateMachine where Member: PoolMember, Request: PoolWaiter {
  /// A use that takes longer than that, in nanoseconds, is not waited for.
  private static var shortUse: Int64 { 1_000_000 }
  /// How long somebody waits at most because of that.
  private static var patience: Duration { .milliseconds(5) }
  /// One that has worked for longer than that may do so for long, and does not count. The clock is a coarse one.
  private static var youth: Duration { .milliseconds(8) }

  /// True if somebody had better wait for those who work.
  func isTooMany(_ request: Request, at now: MonotonicTime) -> Bool {
    guard let crowd = limits.crowd, request.worksAtOnce, working.count >= crowd, let use = tally.typicalUse,
      use < Self.shortUse
    else { return false }
    return working.count { now - $0.age.lentAt < Self.youth } >= crowd
  }

  /// Has a request wait for those who work; returns when that is looked at again.
  mutating func wait(_ request: Request) -> Duration? {
    queue.append(request)
    return beginRelief()
  }

  /// Somebody waits for those who work, though there is a connection: returns when that is looked at again, unless it will be.
  mutating func beginRelief() -> Duration? {
    if isRelieving { return nil }
    isRelieving = true
    return Self.patience
  }

  /// Whoever has waited for long enough gets what there is.
  mutating func relieve(at now: MonotonicTime) -> Relief {
    isRelieving = false
    var relief = Relief(openings: Openings(generation: generation))
    while let first = queue.first, now - first.askedAt >= Self.patience {
      guard let connection = idle.popLast(), let request = next(at: now) else {
        relief.openings = begin()
        break
      }
      lend(connection, to: request, at: now)
      relief.handed.append((connection, request))
    }
    if !queue.isEmpty {
      isRelieving = true
      relief.continuesAfter = Self.patience
    }
    return relief
  }
}
