internal import ORDAThreads

/// Which host to connect to next.
///
/// A host that fails is denied for a second: it is tried last until then, but never not at all. If it fails again it is denied
/// for twice as long, up to a minute. When its time is over one caller tries it, and until that has succeeded the others go
/// elsewhere. Where all hosts are denied one caller tries them all, at once, and the others await the outcome: a thousand callers
/// don't knock at the doors of servers that are just starting. A host without an alternative is never denied.
///
/// A host may also answer and be unfit: it has become read-only, or has lost its cluster. Then all connections to it are left, and it
/// is tried again like one that fails; whoever connects has to find it fit. Only where every other fails, too, one that is unfit is
/// taken as it is: it can still be read, perhaps.
///
/// It only decides: whoever uses it connects, keeps the lock and knows the time.
struct HostStateMachine {
  /// How long a host is denied at first, and at most.
  static let denial = (first: Duration.seconds(1), longest: Duration.seconds(60))

  private struct Host {
    /// Those that are connected, or connecting.
    var connections = 0
    var denial: Denial?
    /// Counts how often all who were connected to it had to leave it.
    var epoch = 0
    /// True if it answers, as far as is known, and is unfit.
    var isUnfit = false
    /// When it was last found so.
    var unfitAt: MonotonicTime?
  }

  private struct Denial {
    var length: Duration
    var begin: MonotonicTime
    /// True if it can't be connected to, as far as is known, and not only lost a connection.
    var isUnreachable: Bool
    /// True while one caller tries it.
    var isTried = false
    var end: MonotonicTime { begin + length }
  }

  /// One caller's search for a host.
  struct Search {
    let role: ConnectionRole
    /// The hosts that have failed it.
    fileprivate(set) var failed: Set<Int> = []
    /// Of these, those that answer and are unfit.
    fileprivate(set) var unfit: Set<Int> = []
    /// True if it takes one of those, since no other can be had.
    fileprivate(set) var isLastResort = false
    /// True if the outcome counts for all.
    fileprivate(set) var isForAll = false

    init(_ role: ConnectionRole) { self.role = role }
  }

  /// What a caller is to do.
  enum Step: Equatable {
    /// Connect to the host, and tell what came of it.
    case connect(to: Int)
    /// Wait for the outcome of who searches for all.
    case wait
    /// Every host has failed.
    case giveUp
  }

  /// How often a host began to be denied.
  private(set) var failovers = 0
  private let mode: HostMode
  private var hosts: [Host]
  /// Of hosts with equally many connections another one is the first each time.
  private var turn: Int
  /// The roles for which somebody searches among hosts that are all denied.
  private var searching: Set<ConnectionRole> = []

  /// - Parameter turn: Which of equal hosts is the first: by chance, so that programs that start together spread out.
  init(_ mode: HostMode, hosts count: Int, turn: Int = 0) {
    self.mode = mode
    self.turn = turn
    hosts = Array(repeating: Host(), count: count)
  }

  // MARK: Searching

  /// Which host to try next.
  mutating func next(_ search: inout Search, at now: MonotonicTime) -> Step {
    let groups = groups(for: search.role)
    if groups.count == 1, let only = groups.better.first ?? groups.standIns.first, !search.failed.contains(only) {
      return begin(only)
    }
    let left = groups.inOrder.map { $0.filter { !search.failed.contains($0) } }
    for group in left {
      if let host = first(of: group.filter { isAllowed($0, at: now) }) { return begin(host) }
    }
    // Where one answers, though unfit, those that didn't a moment ago are not worth the time that they may take.
    let worthwhile = left.joined().filter { search.unfit.isEmpty || hosts[$0].denial?.isUnreachable != true }
    guard let host = worthwhile.min(by: isDeniedLess) else { return takeUnfit(&search) }
    if !search.isForAll {
      if searching.contains(search.role) { return .wait }
      searching.insert(search.role)
      search.isForAll = true
    }
    return begin(host)
  }

  /// Who has been in trouble for the shortest time comes first, and last whoever keeps somebody waiting already.
  private func isDeniedLess(_ one: Int, _ other: Int) -> Bool {
    guard let first = hosts[one].denial, let second = hosts[other].denial else { return hosts[one].denial == nil }
    if first.isTried != second.isTried { return second.isTried }
    if first.isUnreachable != second.isUnreachable { return second.isUnreachable }
    return first.length == second.length ? first.end < second.end : first.length < second.length
  }

  /// Nothing better can be had.
  private mutating func takeUnfit(_ search: inout Search) -> Step {
    for group in groups(for: search.role).inOrder {
      guard let host = first(of: group.filter(search.unfit.contains)) else { continue }
      search.unfit.remove(host)
      search.isLastResort = true
      return begin(host)
    }
    return .giveUp
  }

  /// How many hosts a search may still try, with the one that it tries.
  func remaining(for search: Search) -> Int {
    let groups = groups(for: search.role)
    return groups.count - search.failed.count { groups.better.contains($0) || groups.standIns.contains($0) }
  }

  /// The search is over. True if others have waited for its outcome.
  mutating func end(_ search: Search) -> Bool {
    guard search.isForAll else { return false }
    searching.remove(search.role)
    return true
  }

  /// True while somebody searches for all.
  func isSearching(for role: ConnectionRole) -> Bool { searching.contains(role) }

  /// True if there is more than one host for a role.
  func hasAlternatives(for role: ConnectionRole) -> Bool { groups(for: role).count > 1 }

  /// The hosts for a role.
  private struct Groups {
    var better: Range<Int>
    /// Those that are used only where the better ones can't be.
    var standIns = 0..<0
    var count: Int { better.count + standIns.count }
    var inOrder: [Range<Int>] { [better, standIns] }
  }

  private func groups(for role: ConnectionRole) -> Groups {
    switch (mode, role) {
    case (.replication, .writer): Groups(better: 0..<1)
    case (.replication, .reader): Groups(better: 1..<max(1, hosts.count), standIns: 0..<1)
    default: Groups(better: hosts.indices)
    }
  }

  /// True for a host that is used only where the better ones can't be.
  func isStandIn(_ host: Int, for role: ConnectionRole) -> Bool { !groups(for: role).better.contains(host) }

  /// True if there is a better host than this, and one of those may be tried now.
  func hasBetter(than host: Int, for role: ConnectionRole, at now: MonotonicTime) -> Bool {
    isStandIn(host, for: role) && groups(for: role).better.contains { isAllowed($0, at: now) }
  }

  private func isAllowed(_ host: Int, at now: MonotonicTime) -> Bool {
    guard let denial = hosts[host].denial else { return true }
    return !denial.isTried && now >= denial.end
  }

  /// The one to take of several that may be taken.
  private func first(of candidates: [Int]) -> Int? {
    guard mode != .sequential else { return candidates.first }
    let count = hosts.count
    return candidates.min { one, other in
      (hosts[one].connections, (one + turn) % count) < (hosts[other].connections, (other + turn) % count)
    }
  }

  private mutating func begin(_ host: Int) -> Step {
    hosts[host].connections += 1
    hosts[host].denial?.isTried = true
    turn = (turn + 1) % hosts.count
    return .connect(to: host)
  }

  // MARK: Outcomes

  /// A host answers; also where it refuses the account, since another would do the same.
  mutating func answered(_ host: Int, _ search: Search) {
    if search.isLastResort {
      hosts[host].denial?.isTried = false
    } else {
      hosts[host].denial = nil
      hosts[host].isUnfit = false
    }
  }

  /// A host can't be connected to.
  ///
  /// - Parameters:
  ///   - isUnfit: True if it answers.
  ///   - begin: When the attempt began: of those that fail together only the first makes the denial longer.
  mutating func failed(
    _ host: Int, _ search: inout Search, isUnfit: Bool = false, begunAt begin: MonotonicTime, at now: MonotonicTime
  ) {
    search.failed.insert(host)
    if isUnfit, !search.isLastResort { search.unfit.insert(host) }
    hosts[host].connections -= 1
    hosts[host].isUnfit = isUnfit
    if isUnfit { hosts[host].unfitAt = now }
    guard let denial = hosts[host].denial else { return deny(host, isUnreachable: !isUnfit, at: now) }
    hosts[host].denial?.isUnreachable = !isUnfit
    guard begin >= denial.begin else { return }
    hosts[host].denial = Denial(
      length: min(denial.length * 2, Self.denial.longest), begin: now, isUnreachable: !isUnfit)
  }

  /// A connection that was connected has ended, for whatever reason.
  mutating func ended(_ host: Int) { hosts[host].connections -= 1 }

  /// A connection to a host was lost in the midst of its work.
  mutating func lost(_ host: Int, at now: MonotonicTime) {
    if hosts[host].denial == nil { deny(host, isUnreachable: false, at: now) }
  }

  /// A host answers nothing, not even who wants to connect: nobody must wait for it who still has an idle connection.
  ///
  /// - Parameter epoch: The host's when the connection that found out was opened.
  mutating func fellSilent(_ host: Int, epoch: Int, at now: MonotonicTime) {
    guard hosts[host].epoch == epoch else { return }
    hosts[host].epoch += 1
    lost(host, at: now)
  }

  /// A host answers, but no longer does what it is there for: all connections to it are of no use.
  ///
  /// - Parameters:
  ///   - epoch: The host's when the connection that found out was opened.
  ///   - isLastResort: True if that was known before: then it is left once a second at most, to look for a better one.
  mutating func turned(_ host: Int, epoch: Int, isLastResort: Bool = false, at now: MonotonicTime) {
    guard hosts[host].epoch == epoch else { return }
    if isLastResort, let last = hosts[host].unfitAt, now - last < Self.denial.first { return }
    hosts[host].epoch += 1
    hosts[host].isUnfit = true
    hosts[host].unfitAt = now
    lost(host, at: now)
  }

  /// True if a host answers, as far as is known, and is unfit.
  func isUnfit(_ host: Int) -> Bool { hosts[host].isUnfit }

  /// Counts how often all had to leave a host.
  func epoch(of host: Int) -> Int { hosts[host].epoch }

  private mutating func deny(_ host: Int, isUnreachable: Bool, at now: MonotonicTime) {
    guard hosts.count > 1 else { return }
    hosts[host].denial = Denial(length: Self.denial.first, begin: now, isUnreachable: isUnreachable)
    failovers += 1
  }
}
