public import ORDAThreads

/// The hosts of a server's URL, and which of them to connect to: for drivers, which ask it for each connection.
///
/// A driver makes one for a governor, and connects by ``connect(as:eachWithin:within:_:)``. Whatever a connection then finds out
/// about its host it tells the ``HostUse`` that it was given.
public final class Hosts: Sendable {
  /// How connections are spread.
  public let mode: HostMode
  /// The hosts, in the order of the URL.
  public let all: [DatabaseURL.Host]

  // What changes is touched only under the condition's lock.
  private let condition = Condition()
  private let time: TimeSource
  #if Metrics
    /// Told how often hosts began to be denied, as it happens.
    private nonisolated(unsafe) var whenDenied: (@Sendable (Int) -> Void)?
  #endif
  private nonisolated(unsafe) var machine: HostStateMachine
  /// Why each host could not be connected to when that was last tried.
  private nonisolated(unsafe) var failures: [Int: DatabaseError] = [:]
  /// What the last search among denied hosts came to, by role: its number, and its error.
  private nonisolated(unsafe) var outcomes: [ConnectionRole: (number: Int, error: DatabaseError?)] = [:]

  /// The hosts of a URL, in the mode of its scheme.
  ///
  /// - Parameters:
  ///   - url: The URL of a server.
  ///   - timeSource: The governor's clock: ``GovernorConfiguration/timeSource``.
  /// - Throws: `badURL` if the database is on no server, for a word that is no mode, and for a mode that needs several hosts
  ///   where the URL names one.
  public init(_ url: DatabaseURL, timeSource: TimeSource = .system) throws(DatabaseError) {
    time = timeSource
    guard case .server(let server) = url.location else { throw badURL("a \(url.scheme) database is on a server") }
    mode = try HostMode(url, hosts: server.hosts.count)
    all = server.hosts
    machine = HostStateMachine(mode, hosts: all.count, turn: .random(in: 0..<max(1, all.count)))
  }

  /// How often a host began to be denied, since it failed.
  public var failovers: Int { condition.withLock { machine.failovers } }

  /// Connects to the first host with which that succeeds, in the order of the mode; those that failed lately come last.
  ///
  /// It blocks its thread. An error of ``DatabaseError/mayDifferOnAnotherHost`` leads to the next host, and any other is thrown.
  ///
  /// - Parameters:
  ///   - role: What the connection is for.
  ///   - share: How long one host may take.
  ///   - limit: How long all of them may take together; each gets its part of what is left. It doesn't limit a single host.
  ///   - open: Connects to one host, within the duration. Its error says which host it was.
  /// - Throws: What `open` throws; if it has thrown for several hosts, `cannotOpen` with the message of each.
  public func connect<Output>(
    as role: ConnectionRole, eachWithin share: Duration, within limit: Duration,
    _ open: (HostUse, Duration) throws(DatabaseError) -> Output
  ) throws(DatabaseError) -> Output {
    let end = time.now + limit
    var search = HostStateMachine.Search(role)
    var failures: [DatabaseError] = []
    while true {
      switch condition.withLock({ machine.next(&search, at: time.now) }) {
      case .connect(let host):
        let begin = time.now
        let (use, others) = use(of: host, in: search)
        let left = max((end - begin) / max(1, others), .milliseconds(100))
        do throws(DatabaseError) {
          let output = try open(use, all.count == 1 ? share : min(share, left))
          noteAnswer(of: host, to: search)
          return output
        } catch {
          guard error.mayDifferOnAnotherHost else {
            noteAnswer(of: host, to: search)
            throw error
          }
          use.forget()
          noting {
            machine.failed(host, &search, isUnfit: use.isUnfit, begunAt: begin, at: time.now)
            self.failures[host] = error
          }
          failures.append(error)
        }
      case .wait:
        if let error = try outcome(for: role, until: end) { throw error }
        search = HostStateMachine.Search(role)
        failures = []
      case .giveUp:
        let error = Self.error(of: failures)
        finish(search, error)
        throw error
      }
    }
  }

  private func use(of host: Int, in search: HostStateMachine.Search) -> (HostUse, others: Int) {
    condition.withLock {
      let use = HostUse(
        all[host], number: host, search.role, epoch: machine.epoch(of: host),
        hasAlternatives: machine.hasAlternatives(for: search.role),
        isStandIn: machine.isStandIn(host, for: search.role), isDoubted: machine.isUnfit(host),
        isLastResort: search.isLastResort, of: self)
      return (use, machine.remaining(for: search))
    }
  }

  private func noteAnswer(of host: Int, to search: HostStateMachine.Search) {
    condition.withLock {
      machine.answered(host, search)
      failures[host] = nil
    }
    finish(search, nil)
  }

  private func finish(_ search: HostStateMachine.Search, _ error: DatabaseError?) {
    condition.withLock {
      guard machine.end(search) else { return }
      outcomes[search.role] = ((outcomes[search.role]?.number ?? 0) + 1, error)
      condition.broadcast()
    }
  }

  /// Waits for who searches among denied hosts; nil if it found one.
  private func outcome(for role: ConnectionRole, until end: MonotonicTime) throws(DatabaseError) -> DatabaseError? {
    try condition.withLock { () throws(DatabaseError) in
      let number = outcomes[role]?.number ?? 0
      while machine.isSearching(for: role), (outcomes[role]?.number ?? 0) == number {
        guard time.now < end else {
          throw stillSearching()
        }
        time.wait(on: condition, until: end)
      }
      guard let outcome = outcomes[role], outcome.number != number else { return nil }
      return outcome.error
    }
  }

  /// What is told who can't wait any longer for the outcome.
  private func stillSearching() -> DatabaseError {
    let reasons = failures.sorted { $0.key < $1.key }.map(\.value.message)
    return DatabaseError(
      .cannotOpen(.unreachable),
      "no host has answered in time, and another attempt to connect is still at it"
        + (reasons.isEmpty ? "" : "; before: " + reasons.joined(separator: "; ")))
  }

  private static func error(of failures: [DatabaseError]) -> DatabaseError {
    guard let last = failures.last else { return badURL("the URL names no host") }
    guard failures.count > 1 else { return last }
    let kind = failures.allSatisfy { $0.kind == last.kind } ? last.kind : .cannotOpen(.unreachable)
    var error = DatabaseError(kind, "no host can be used: " + failures.map(\.message).joined(separator: "; "))
    error.underlying = last
    return error
  }

  /// Changes the machine, and reports which hosts are denied now.
  private func noting(_ change: () -> Void) {
    #if Metrics
      let (report, denied) = condition.withLock {
        let before = machine.failovers
        change()
        return (whenDenied, machine.failovers - before)
      }
      if denied > 0 { report?(denied) }
    #else
      condition.withLock(change)
    #endif
  }

  #if Metrics
    /// Has somebody told whenever hosts begin to be denied, and at once of those that were before.
    func report(to report: @escaping @Sendable (Int) -> Void) {
      let before = condition.withLock {
        whenDenied = report
        return machine.failovers
      }
      if before > 0 { report(before) }
    }
  #endif

  // MARK: What connections tell

  func ended(_ host: Int) { condition.withLock { machine.ended(host) } }
  func lost(_ host: Int) { noting { machine.lost(host, at: time.now) } }
  func fellSilent(_ host: Int, _ epoch: Int) {
    noting { machine.fellSilent(host, epoch: epoch, at: time.now) }
  }
  func turned(_ host: Int, _ epoch: Int, isLastResort: Bool) {
    noting { machine.turned(host, epoch: epoch, isLastResort: isLastResort, at: time.now) }
  }
  func isCurrent(_ host: Int, _ epoch: Int) -> Bool { condition.withLock { machine.epoch(of: host) == epoch } }
  func hasBetter(than host: Int, for role: ConnectionRole) -> Bool {
    condition.withLock { machine.hasBetter(than: host, for: role, at: time.now) }
  }
}

extension DatabaseError {
  /// True for an error in connecting that another host may not have: this one can't be reached, is full, or is of no use. False if
  /// it has answered, and another would answer the same: that the account is refused, or that there is no such database.
  public var mayDifferOnAnotherHost: Bool { Kind.cannotOpen.matches(kind) && !Kind.noSuchDatabase.matches(kind) }
}
