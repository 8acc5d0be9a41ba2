import Testing

@testable import ORDA

/// Plays random events on a ``PoolStateMachine`` and holds what it says against the rules.
struct PoolSimulation {
  final class Connection {}
  final class Request {}
  enum Answer: Equatable { case connection, refused, gaveUp, failed }

  private var machine: PoolStateMachine<Connection, Request>
  private var random: Seeded
  /// What is out, with whom.
  private var held: [Connection] = []
  /// Openings under way: for a request, or for one who asks at this moment and never waited.
  private var opening: [Request?] = []
  private var queue: [Request] = []
  private var answers: [ObjectIdentifier: [Answer]] = [:]
  /// Keeps requests alive, so that an identifier stays one request's.
  private var requests: [Request] = []
  private var opened = 0
  private var closed = 0
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
      switch Int.random(in: 0..<12, using: &random) {
      case 0...4: ask()
      case 5, 6: giveBack(broken: false)
      case 7: giveBack(broken: true)
      case 8, 9: finishOpening(fails: false)
      case 10: finishOpening(fails: true)
      default: giveUp()
      }
      if closing, event == events / 2 { close() }
      check()
    }
    while !held.isEmpty || !opening.isEmpty {
      giveBack(broken: Bool.random(using: &random))
      finishOpening(fails: Bool.random(using: &random))
      check()
    }
    #expect(queue.isEmpty)
    #expect(machine.busyCount == 0)
    #expect(requests.allSatisfy { answers[ObjectIdentifier($0)]?.count == 1 }, "each is answered once")
    if !isClosed { close() }
    #expect(opened == closed, "all that was opened is closed")
    #expect(machine.count == 0)
  }

  // MARK: Events

  private mutating func ask() {
    let request = Request()
    let wasIdle = machine.idle.count
    let wasCount = machine.count
    switch machine.lease({ request }) {
    case .use(let connection):
      #expect(wasIdle > 0 && queue.isEmpty && !isClosed)
      held.append(connection)
    case .open:
      #expect(wasIdle == 0 && wasCount < maximum && !isClosed)
      opening.append(nil)
    case .wait:
      #expect(wasIdle == 0 && wasCount == maximum && !isClosed)
      queue.append(request)
      requests.append(request)
    case .refuse: #expect(isClosed)
    }
  }

  private mutating func giveBack(broken: Bool) {
    guard !held.isEmpty else { return }
    let connection = held.remove(at: Int.random(in: held.indices, using: &random))
    switch machine.giveBack(connection, isBroken: broken) {
    case .keep: #expect(queue.isEmpty && !broken && !isClosed)
    case .hand(let handed, let request):
      #expect(handed === connection && !broken && !isClosed)
      serve(request, .connection)
      held.append(handed)
    case .close(let gone):
      #expect(gone === connection && (isClosed || (broken && queue.isEmpty)))
      closed += 1
    case .closeAndOpen(let gone, let request):
      #expect(gone === connection && broken && !isClosed)
      closed += 1
      first(request)
      opening.append(request)
    }
  }

  private mutating func finishOpening(fails: Bool) {
    guard !opening.isEmpty else { return }
    let request = opening.remove(at: Int.random(in: opening.indices, using: &random))
    if fails {
      if let request { answer(request, .failed) }
      if let next = machine.openingFailed() {
        #expect(!isClosed)
        first(next)
        opening.append(next)
      } else {
        #expect(queue.isEmpty)
      }
      return
    }
    opened += 1
    let isToBeClosed = machine.opened()
    #expect(isToBeClosed == isClosed)
    if isToBeClosed {
      closed += 1
      if let request { answer(request, .refused) }
    } else {
      held.append(Connection())
      if let request { answer(request, .connection) }
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

  private mutating func close() {
    let idle = machine.idle.count
    let action = machine.close()
    isClosed = true
    #expect(action.close.count == idle)
    #expect(action.refuse.map(ObjectIdentifier.init) == queue.map(ObjectIdentifier.init))
    #expect(action.remaining == held.count + opening.count)
    closed += action.close.count
    for request in queue { answer(request, .refused) }
    queue = []
  }

  // MARK: Rules

  private func check() {
    #expect(machine.count <= maximum)
    #expect(machine.busyCount == held.count + opening.count)
    #expect(machine.queue.map(ObjectIdentifier.init) == queue.map(ObjectIdentifier.init))
    if !queue.isEmpty { #expect(machine.idle.isEmpty && machine.count == maximum, "somebody waits in vain") }
    if isClosed { #expect(machine.idle.isEmpty && queue.isEmpty) }
  }

  /// First come, first served.
  private mutating func first(_ request: Request) {
    #expect(queue.first === request)
    queue.removeAll { $0 === request }
  }

  private mutating func serve(_ request: Request, _ answer: Answer) {
    first(request)
    self.answer(request, answer)
  }

  private mutating func answer(_ request: Request, _ answer: Answer) {
    answers[ObjectIdentifier(request), default: []].append(answer)
  }
}
