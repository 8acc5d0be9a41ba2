import ORDAThreads
import Testing

@testable import ORDA

extension MonotonicTime {
  /// A moment that tests begin at.
  static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
}

/// Plays random events on a ``PoolStateMachine`` and holds what it says against the rules.
struct PoolSimulation {
  final class Connection: PoolMember { var age = PoolAge() }
  final class Request: PoolWaiter {
    let askedAt: MonotonicTime
    let worksAtOnce: Bool
    init(at time: MonotonicTime = .start, worksAtOnce: Bool = true) {
      askedAt = time
      self.worksAtOnce = worksAtOnce
    }
  }
  enum Answer: Equatable { case connection, refused, gaveUp, failed }

  private var machine: PoolStateMachine<Connection, Request>
  private var random: Seeded
  /// What is out.
  private var held: [Connection] = []
  private var opening = 0
  /// What is being asked for a sign of life.
  private var checking: Connection?
  /// The generations in which the openings began.
  private var begun: [Int] = []
  private var now = MonotonicTime.start
  /// True while it was asked to call ``PoolStateMachine/reconsider(at:)`` and did not yet.
  private var isToContinue = false
  private var queue: [Request] = []
  private var answers: [ObjectIdentifier: [Answer]] = [:]
  /// Keeps requests alive, so that an identifier stays one request's.
  private var requests: [Request] = []
  private var opened = 0
  private var closed = 0
  private var isRefusing = false
  private var isClosed = false
  private var maximum: Int

  init(maximum: Int, seed: UInt64) {
    self.maximum = maximum
    random = Seeded(seed)
    var limits = PoolLimits(maximum: maximum, minimum: Int.random(in: 0...2, using: &random))
    if Bool.random(using: &random) { limits.idleTimeout = .seconds(10) }
    if Bool.random(using: &random) { limits.lifetime = .seconds(40) }
    if Bool.random(using: &random) { limits.keepalive = .seconds(3) }
    machine = PoolStateMachine(limits)
  }

  /// Plays so many events, closing now and then, and ends with everything given back.
  mutating func play(_ events: Int, closing: Bool) {
    for event in 0..<events {
      now = now + .milliseconds(Int.random(in: 0...2_000, using: &random))
      switch Int.random(in: 0..<19, using: &random) {
      case 0...4: ask()
      case 5, 6: giveBack(broken: false)
      case 7: giveBack(broken: true)
      case 8, 9: finishOpening(fails: false)
      case 10: finishOpening(fails: true)
      case 11: continueOpening()
      case 12, 13: lookThrough()
      case 14, 15: finishChecking()
      case 16: refresh()
      case 17: resize()
      default: giveUp()
      }
      if closing, event == events / 3 { refuse() }
      if closing, event == events / 2 { close() }
      check()
    }
    while !held.isEmpty || opening > 0 || isToContinue || checking != nil {
      now = now + .milliseconds(100)
      finishChecking()
      giveBack(broken: Bool.random(using: &random))
      finishOpening(fails: Bool.random(using: &random))
      continueOpening()
      check()
    }
    #expect(queue.isEmpty)
    #expect(machine.busyCount == 0 && machine.openingCount == 0)
    #expect(requests.allSatisfy { answers[ObjectIdentifier($0)]?.count == 1 }, "each is answered once")
    if !isClosed { close() }
    #expect(opened == closed, "all that was opened is closed")
    #expect(machine.count == 0)
  }

  // MARK: Events

  private mutating func ask() {
    let request = Request(at: now)
    let wasIdle = machine.idle.count
    switch machine.lease(request, at: now) {
    case .use(let connection):
      #expect(wasIdle > 0 && queue.isEmpty && !isRefusing)
      held.append(connection)
    case .wait(let openings):
      #expect(wasIdle == 0 && !isRefusing)
      queue.append(request)
      requests.append(request)
      begin(openings)
    case .queue: Issue.record("any number may work")
    case .refuse: #expect(isRefusing)
    }
  }

  private mutating func giveBack(broken: Bool) {
    guard !held.isEmpty else { return }
    let connection = held.remove(at: Int.random(in: held.indices, using: &random))
    let mayEnd = isClosed || broken || isDue(connection)
    carryOut(machine.giveBack(connection, fault: broken ? .failed : nil, at: now), of: connection, mayEnd: mayEnd)
  }

  private mutating func carryOut(
    _ action: PoolStateMachine<Connection, Request>.ReturnAction, of connection: Connection, mayEnd: Bool
  ) {
    switch action {
    case .keep: #expect(queue.isEmpty && !mayEnd)
    case .hand(let handed, let request):
      #expect(handed === connection && !mayEnd && !isRefusing)
      serve(request, .connection)
      held.append(handed)
    case .close(let gone, let openings):
      #expect(gone === connection && mayEnd)
      closed += 1
      begin(openings)
    }
  }

  /// True if one that comes back now is to be replaced, or is one too many.
  private func isDue(_ connection: Connection) -> Bool {
    connection.age.generation != machine.generation || connection.age.end <= now || machine.count > maximum
  }

  private mutating func lookThrough() {
    let before = machine.idle
    let findings = machine.lookThrough(at: now)
    for connection in findings.close {
      let isOld = connection.age.end <= now
      let isIdle = machine.limits.idleTimeout.map { now - connection.age.restsSince >= $0 } ?? false
      #expect(before.contains { $0 === connection } && (isOld || isIdle))
    }
    closed += findings.close.count
    if let found = findings.check {
      #expect(checking == nil && before.contains { $0 === found })
      checking = found
    }
    begin(findings.openings)
    if !isRefusing { #expect(machine.count >= machine.limits.minimum) }
    if let next = findings.next { #expect(next > now) }
  }

  private mutating func finishChecking() {
    guard let connection = checking else { return }
    checking = nil
    let isGone = Int.random(in: 0..<4, using: &random) == 0
    let mayEnd =
      isClosed || isGone || connection.age.generation != machine.generation || connection.age.end <= now
      || machine.count > maximum
    carryOut(machine.checked(connection, fault: isGone ? .ended : nil, at: now), of: connection, mayEnd: mayEnd)
  }

  private mutating func refresh() {
    let before = machine.idle.count
    let (dropped, openings) = machine.refresh()
    #expect(dropped.count == before)
    closed += dropped.count
    begin(openings)
  }

  private mutating func resize() {
    maximum = Int.random(in: 1...6, using: &random)
    let (dropped, openings) = machine.resize(maximum: maximum, minimum: Int.random(in: 0...2, using: &random))
    closed += dropped.count
    begin(openings)
    if machine.count > maximum { #expect(machine.idle.isEmpty) }
  }

  private mutating func finishOpening(fails: Bool) {
    guard opening > 0 else { return }
    opening -= 1
    let generation = begun.removeFirst()
    if fails {
      let isFull = Bool.random(using: &random)
      let (failed, openings) = machine.openingFailed(isFull: isFull, at: now)
      if isFull, !held.isEmpty, !isRefusing {
        #expect(failed == nil && openings.count == 0)
        begin(openings)
        return #expect(isToContinue, "nobody tries again")
      }
      // As long as as many openings run as callers wait, each can still be served.
      #expect((failed != nil) == (opening < queue.count))
      if let failed { serve(failed, .failed) }
      begin(openings)
      return
    }
    opened += 1
    let connection = Connection()
    connection.age.end = now + .seconds(40)
    let isSurplus = machine.count > maximum
    let duration = Duration.milliseconds(Int.random(in: 0...30, using: &random))
    switch machine.opened(connection, begunIn: generation, after: duration, at: now) {
    case .keep: #expect(queue.isEmpty && !isClosed)
    case .hand(let request, let openings):
      #expect(!isRefusing)
      serve(request, .connection)
      held.append(connection)
      begin(openings)
    case .close:
      #expect(isClosed || isSurplus)
      closed += 1
    }
  }

  private mutating func continueOpening() {
    guard isToContinue else { return }
    isToContinue = false
    begin(machine.reconsider(at: now))
    #expect(isRefusing || opening >= queue.count || machine.count >= maximum || isToContinue, "somebody waits in vain")
  }

  private mutating func begin(_ openings: PoolStateMachine<Connection, Request>.Openings) {
    opening += openings.count
    begun += Array(repeating: openings.generation, count: openings.count)
    if openings.count > 0 {
      #expect(opening <= queue.count || machine.count <= machine.limits.minimum, "nobody needs it")
    }
    if openings.continuesAfter != nil {
      #expect(!isToContinue)
      isToContinue = true
    }
  }

  private mutating func giveUp() {
    guard !requests.isEmpty else { return }
    let request = requests[Int.random(in: requests.indices, using: &random)]
    let isWaiting = queue.contains { $0 === request }
    let wasWaiting = machine.cancel(request)
    #expect(wasWaiting == isWaiting)
    if isWaiting {
      queue.removeAll { $0 === request }
      answer(request, .gaveUp)
    }
  }

  private mutating func refuse() {
    isRefusing = true
    let refused = machine.refuse()
    refuse(refused)
  }

  private mutating func close() {
    let idle = machine.idle.count
    let action = machine.close()
    isRefusing = true
    isClosed = true
    #expect(action.close.count == idle)
    closed += action.close.count
    refuse(action.refuse)
  }

  private mutating func refuse(_ refused: [Request]) {
    #expect(refused.map(ObjectIdentifier.init) == queue.map(ObjectIdentifier.init))
    for request in queue { answer(request, .refused) }
    queue = []
  }

  // MARK: Rules

  private func check() {
    #expect(machine.count <= maximum || machine.idle.isEmpty)
    #expect(machine.busyCount == held.count && machine.openingCount == opening)
    #expect(machine.checkingCount == (checking == nil ? 0 : 1))
    #expect(machine.queue.all.map(ObjectIdentifier.init) == queue.map(ObjectIdentifier.init))
    #expect(machine.queue.count == queue.count)
    if !queue.isEmpty {
      #expect(machine.idle.isEmpty, "somebody waits beside an idle connection")
      #expect(opening > 0 || machine.count >= maximum || isToContinue, "somebody waits in vain")
      #expect(opening >= queue.count || machine.count >= maximum || isToContinue, "somebody is forgotten")
    }
    if isRefusing { #expect(queue.isEmpty) }
    if isClosed { #expect(machine.idle.isEmpty) }
  }

  /// First come, first served.
  private mutating func serve(_ request: Request, _ answer: Answer) {
    #expect(queue.first === request)
    queue.removeAll { $0 === request }
    self.answer(request, answer)
  }

  private mutating func answer(_ request: Request, _ answer: Answer) {
    answers[ObjectIdentifier(request), default: []].append(answer)
  }
}
