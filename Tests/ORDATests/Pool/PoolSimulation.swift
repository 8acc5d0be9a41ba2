import Testing

@testable import ORDA

/// Plays random events on a ``PoolStateMachine`` and holds what it says against the rules.
struct PoolSimulation {
  final class Connection {}
  final class Request {}
  enum Answer: Equatable { case connection, refused, gaveUp, failed }

  private var machine: PoolStateMachine<Connection, Request>
  private var random: Seeded
  /// What is out.
  private var held: [Connection] = []
  private var opening = 0
  /// True while it was asked to call ``PoolStateMachine/beginAll()`` and did not yet.
  private var isToContinue = false
  private var queue: [Request] = []
  private var answers: [ObjectIdentifier: [Answer]] = [:]
  /// Keeps requests alive, so that an identifier stays one request's.
  private var requests: [Request] = []
  private var opened = 0
  private var closed = 0
  private var isRefusing = false
  private var isClosed = false
  private let maximum: Int

  init(maximum: Int, seed: UInt64) {
    self.maximum = maximum
    machine = PoolStateMachine(maximum: maximum)
    random = Seeded(seed)
  }

  /// Plays so many events, closing now and then, and ends with everything given back.
  mutating func play(_ events: Int, closing: Bool) {
    for event in 0..<events {
      switch Int.random(in: 0..<13, using: &random) {
      case 0...4: ask()
      case 5, 6: giveBack(broken: false)
      case 7: giveBack(broken: true)
      case 8, 9: finishOpening(fails: false)
      case 10: finishOpening(fails: true)
      case 11: continueOpening()
      default: giveUp()
      }
      if closing, event == events / 3 { refuse() }
      if closing, event == events / 2 { close() }
      check()
    }
    while !held.isEmpty || opening > 0 || isToContinue {
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
    let request = Request()
    let wasIdle = machine.idle.count
    switch machine.lease(request) {
    case .use(let connection):
      #expect(wasIdle > 0 && queue.isEmpty && !isRefusing)
      held.append(connection)
    case .wait(let openings):
      #expect(wasIdle == 0 && !isRefusing)
      queue.append(request)
      requests.append(request)
      begin(openings)
    case .refuse: #expect(isRefusing)
    }
  }

  private mutating func giveBack(broken: Bool) {
    guard !held.isEmpty else { return }
    let connection = held.remove(at: Int.random(in: held.indices, using: &random))
    switch machine.giveBack(connection, isBroken: broken) {
    case .keep: #expect(queue.isEmpty && !broken && !isClosed)
    case .hand(let handed, let request):
      #expect(handed === connection && !broken && !isRefusing)
      serve(request, .connection)
      held.append(handed)
    case .close(let gone, let openings):
      #expect(gone === connection && (isClosed || broken))
      closed += 1
      begin(openings)
    }
  }

  private mutating func finishOpening(fails: Bool) {
    guard opening > 0 else { return }
    opening -= 1
    if fails {
      let (failed, openings) = machine.openingFailed()
      // As long as as many openings run as callers wait, each can still be served.
      #expect((failed != nil) == (opening < queue.count))
      if let failed { serve(failed, .failed) }
      begin(openings)
      return
    }
    opened += 1
    let connection = Connection()
    switch machine.opened(connection) {
    case .keep: #expect(queue.isEmpty && !isClosed)
    case .hand(let request, let openings):
      #expect(!isRefusing)
      serve(request, .connection)
      held.append(connection)
      begin(openings)
    case .close:
      #expect(isClosed)
      closed += 1
    }
  }

  private mutating func continueOpening() {
    guard isToContinue else { return }
    isToContinue = false
    begin(machine.beginAll())
    #expect(isRefusing || opening >= queue.count || machine.count == maximum, "somebody waits in vain")
  }

  private mutating func begin(_ openings: PoolStateMachine<Connection, Request>.Openings) {
    opening += openings.count
    if openings.count > 0 { #expect(opening <= queue.count, "nobody needs it") }
    if openings.isToBeContinued {
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
    #expect(machine.count <= maximum)
    #expect(machine.busyCount == held.count && machine.openingCount == opening)
    #expect(machine.queue.all.map(ObjectIdentifier.init) == queue.map(ObjectIdentifier.init))
    #expect(machine.queue.count == queue.count)
    if !queue.isEmpty {
      #expect(machine.idle.isEmpty, "somebody waits beside an idle connection")
      #expect(opening > 0 || machine.count == maximum, "somebody waits in vain")
      #expect(opening >= queue.count || machine.count == maximum || isToContinue, "somebody is forgotten")
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
