import ORDAThreads
import TestSupport
import Testing

@testable import ORDA

/// How many work at once where this process does the work.
@Suite("The pool's crowd")
struct PoolCrowdTests {
  private typealias Connection = PoolSimulation.Connection
  private typealias Request = PoolSimulation.Request
  private typealias Machine = PoolStateMachine<Connection, Request>

  /// A machine with so many of four connections, of which so many may work at once, after a use of that length.
  private static func machine(uses: Duration, connections: Int = 4, crowd: Int = 2) -> (Machine, [Connection]) {
    var limits = PoolLimits(maximum: 4)
    limits.crowd = crowd
    let connections = (0..<connections).map { _ in Connection() }
    var machine = Machine(limits, idle: connections)
    if let lent = machine.leaseIdle(at: .start) { _ = machine.giveBack(lent, at: .start + uses) }
    return (machine, connections)
  }

  private static func connection(_ action: Machine.LeaseAction) -> Connection? {
    if case .use(let connection) = action { connection } else { nil }
  }

  @Test func tasksWaitForOneThatComesBackThoughAnotherIsIdle() throws {
    var (machine, _) = Self.machine(uses: .zero)
    let first = try #require(Self.connection(machine.lease(Request(), at: .start)))
    #expect(Self.connection(machine.lease(Request(), at: .start)) != nil)
    let waiting = [Request(), Request()]
    guard case .queue(let moment?) = machine.lease(waiting[0], at: .start) else {
      return #expect(Bool(false), "the first one asks to be looked at again")
    }
    #expect(moment < .milliseconds(20))
    guard case .queue(nil) = machine.lease(waiting[1], at: .start) else {
      return #expect(Bool(false), "that is asked for once")
    }
    guard case .hand(let handed, let request) = machine.giveBack(first, at: .start) else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(handed === first && request === waiting[0])
    #expect(machine.busyCount == 2 && machine.idle.count == 2)
  }

  @Test func nobodyWaitsForLongUses() throws {
    var (machine, _) = Self.machine(uses: .milliseconds(3))
    for _ in 0..<4 { #expect(Self.connection(machine.lease(Request(), at: .start)) != nil) }
    guard case .wait(let openings) = machine.lease(Request(), at: .start) else {
      return #expect(Bool(false), "there are no more")
    }
    #expect(openings.count == 0)
  }

  @Test func nobodyWaitsForThoseThatHaveWorkedForLong() throws {
    var (machine, _) = Self.machine(uses: .zero)
    for _ in 0..<2 { #expect(Self.connection(machine.lease(Request(), at: .start)) != nil) }
    guard case .queue = machine.lease(Request(), at: .start + .milliseconds(1)) else {
      return #expect(Bool(false), "they have just begun")
    }
    let later = MonotonicTime.start + .milliseconds(20)
    #expect(machine.relieve(at: later).handed.count == 1)
    #expect(Self.connection(machine.lease(Request(), at: later)) != nil)
  }

  @Test func threadsDoNotWaitAndKeepTheOrder() throws {
    var (machine, _) = Self.machine(uses: .zero)
    // One that is held, and does not work, does not count.
    #expect(machine.leaseIdle(at: .start) != nil)
    for _ in 0..<2 { #expect(Self.connection(machine.lease(Request(), at: .start)) != nil) }
    let task = Request()
    guard case .queue = machine.lease(task, at: .start) else { return #expect(Bool(false), "a task waits") }
    // One is idle, but somebody waits already.
    #expect(machine.leaseIdle(at: .start) == nil)
    let thread = Request(worksAtOnce: false)
    guard case .wait(let openings) = machine.lease(thread, at: .start) else {
      return #expect(Bool(false), "it has to wait")
    }
    #expect(openings.count == 0)
    #expect(machine.next(at: .start) === task)
  }

  @Test func whoHasWaitedForLongEnoughGetsWhatThereIs() throws {
    var (machine, _) = Self.machine(uses: .zero)
    for _ in 0..<2 { #expect(Self.connection(machine.lease(Request(), at: .start)) != nil) }
    let early = (0..<3).map { _ in Request(at: .start) }
    let late = Request(at: .start + .milliseconds(4))
    var moments: [Duration] = []
    for request in early + [late] {
      if case .queue(let moment?) = machine.lease(request, at: .start) { moments.append(moment) }
    }
    let moment = try #require(moments.first)
    #expect(moments.count == 1)
    // Two are idle; what is out has not come back.
    let relief = machine.relieve(at: .start + moment)
    #expect(relief.handed.map { ObjectIdentifier($0.request) } == early.prefix(2).map(ObjectIdentifier.init))
    #expect(machine.busyCount == 4 && machine.idle.isEmpty && machine.queue.count == 2)
    #expect(relief.openings.count == 0, "there are as many as there may be")
    #expect(relief.continuesAfter != nil)
    // Those that come back beyond the crowd rest, until there are fewer out.
    let out = relief.handed.map(\.connection)
    guard case .keep = machine.giveBack(out[0], at: .start), case .keep = machine.giveBack(out[1], at: .start) else {
      return #expect(Bool(false), "three and two are still out")
    }
  }

  /// Who waits for openings knows nothing of those who work; when these take long, nobody else would look after him.
  @Test func whatIsOpenedAndRestsIsNotForgotten() throws {
    var (machine, _) = Self.machine(uses: .zero, connections: 1)
    #expect(Self.connection(machine.lease(Request(at: .start), at: .start)) != nil)
    let waiting = (0..<3).map { _ in Request(at: .start) }
    for request in waiting {
      guard case .wait = machine.lease(request, at: .start) else { return #expect(Bool(false), "one alone works") }
    }
    func open() -> Machine.OpenedAction { machine.opened(Connection(), begunIn: 0, after: .zero, at: .start) }
    guard case .hand(let request, _) = open() else { return #expect(Bool(false), "two may work") }
    #expect(request === waiting[0])
    guard case .keep(let moment?) = open(), case .keep(nil) = open() else {
      return #expect(Bool(false), "others rest, which is looked at again, once")
    }
    let relief = machine.relieve(at: .start + moment)
    #expect(relief.handed.map { ObjectIdentifier($0.request) } == waiting.suffix(2).map(ObjectIdentifier.init))
  }

  @Test func oneIsOpenedForWhoHasWaitedForLongEnough() throws {
    var (machine, _) = Self.machine(uses: .zero, connections: 1, crowd: 1)
    _ = machine.lease(Request(), at: .start)
    guard case .queue(let moment?) = machine.lease(Request(), at: .start) else {
      return #expect(Bool(false), "it waits for the one that is out")
    }
    let relief = machine.relieve(at: .start + moment)
    #expect(relief.handed.isEmpty)
    #expect(relief.openings.count == 1)
  }

  @Test("Random events: nobody is forgotten, and all are served in order", arguments: 0..<40)
  func random(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    var limits = PoolLimits(maximum: 5)
    limits.crowd = 2
    var machine = Machine(limits, idle: (0..<5).map { _ in Connection() })
    var now = MonotonicTime.start
    var held: [Connection] = []
    var asked: [Request] = []
    var served: [Request] = []
    var isToRelieve = false
    func note(_ moment: Duration?) {
      #expect(moment == nil || !isToRelieve)
      if moment != nil { isToRelieve = true }
    }
    func relieve(_ machine: inout Machine) {
      isToRelieve = false
      let relief = machine.relieve(at: now)
      for (connection, request) in relief.handed {
        held.append(connection)
        served.append(request)
      }
      note(relief.continuesAfter)
    }
    for _ in 0..<400 {
      now = now + .microseconds(Int.random(in: 0...3_000, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let request = Request(at: now, worksAtOnce: Bool.random(using: &random))
        asked.append(request)
        switch machine.lease(request, at: now) {
        case .use(let connection):
          held.append(connection)
          served.append(request)
        case .queue(let moment): note(moment)
        case .wait(let openings): #expect(openings.count == 0)
        case .refuse: Issue.record("nobody is refused")
        }
      case 2, 3:
        guard !held.isEmpty else { continue }
        let connection = held.remove(at: Int.random(in: 0..<held.count, using: &random))
        if case .hand(let connection, let request) = machine.giveBack(connection, at: now) {
          held.append(connection)
          served.append(request)
        }
      default: if isToRelieve { relieve(&machine) }
      }
      #expect(machine.busyCount == held.count && machine.busyCount + machine.idle.count == 5)
      #expect(machine.queue.isEmpty || isToRelieve || held.count == 5 || machine.idle.isEmpty, "somebody waits in vain")
    }
    while !machine.queue.isEmpty {
      now = now + .milliseconds(10)
      if let connection = held.popLast(),
        case .hand(let connection, let request) = machine.giveBack(connection, at: now)
      {
        held.append(connection)
        served.append(request)
      }
      if isToRelieve { relieve(&machine) }
    }
    #expect(served.map { ObjectIdentifier($0) } == asked.map { ObjectIdentifier($0) })
  }
}
