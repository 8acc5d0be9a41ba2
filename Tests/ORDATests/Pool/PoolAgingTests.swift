import ORDAThreads
import Testing

@testable import ORDA

@Suite("How a pool's connections age, by a clock of the test's own")
struct PoolAgingTests {
  private typealias Connection = PoolSimulation.Connection
  private typealias Request = PoolSimulation.Request
  private typealias Machine = PoolStateMachine<Connection, Request>

  /// A moment so many seconds after the beginning.
  private func at(_ seconds: Double) -> MonotonicTime { .start + .seconds(seconds) }

  /// A pool with so many idle connections, all as old as the test.
  private func pool(_ count: Int, minimum: Int = 0, _ set: (inout PoolLimits) -> Void) -> (Machine, [Connection]) {
    var limits = PoolLimits(maximum: 10, minimum: minimum)
    set(&limits)
    let connections = (0..<count).map { _ in
      let connection = Connection()
      connection.age.restsSince = .start
      connection.age.answeredAt = .start
      if let lifetime = limits.lifetime { connection.age.end = .start + lifetime }
      return connection
    }
    return (Machine(limits, idle: connections), connections)
  }

  @Test("What nobody needs is closed, the longest idle first, down to the minimum")
  func idleTimeout() {
    var (machine, connections) = pool(4, minimum: 2) { $0.idleTimeout = .seconds(60) }
    // The one that came last is the one that is used.
    let used = machine.leaseIdle(at: at(30))
    #expect(used === connections[3])
    if let used { _ = machine.giveBack(used, at: at(31)) }
    let early = machine.lookThrough(at: at(59))
    #expect(early.close.isEmpty && early.next == at(60))
    let late = machine.lookThrough(at: at(60))
    #expect(late.close.map(ObjectIdentifier.init) == connections[0..<2].map(ObjectIdentifier.init))
    #expect(machine.count == 2 && machine.tally.closed == [.idle: 2])
    #expect(machine.lookThrough(at: at(600)).close.isEmpty, "these are kept")
  }

  @Test("What is too old is replaced while nobody uses it, and otherwise when it comes back")
  func lifetime() {
    var (machine, connections) = pool(2, minimum: 2) { $0.lifetime = .seconds(1800) }
    guard let out = machine.leaseIdle(at: at(1799)) else { return #expect(Bool(false), "one is idle") }
    let findings = machine.lookThrough(at: at(1800))
    #expect(findings.close.map(ObjectIdentifier.init) == [ObjectIdentifier(connections[0])])
    #expect(findings.openings.count == 1, "the minimum is kept")
    guard case .close(let gone, _) = machine.giveBack(out, at: at(1801)) else {
      return #expect(Bool(false), "it is replaced")
    }
    #expect(gone === out && machine.tally.closed == [.aged: 2])
  }

  @Test("A session that is to stay ends by no age")
  func permanent() {
    var (machine, connections) = pool(1) {
      $0.lifetime = .seconds(30)
      $0.idleTimeout = .seconds(1)
    }
    connections[0].age.isPermanent = true
    #expect(machine.lookThrough(at: at(9_999)).close.isEmpty)
    let lent = machine.leaseIdle(at: at(9_999))
    guard let lent, case .keep = machine.giveBack(lent, at: at(9_999)) else {
      return #expect(Bool(false), "it is kept")
    }
  }

  @Test("One that is silent for long is asked for a sign of life, one at a time")
  func keepalive() {
    var (machine, connections) = pool(2) { $0.keepalive = .seconds(10) }
    #expect(machine.lookThrough(at: at(9)).check == nil)
    let first = machine.lookThrough(at: at(10)).check
    #expect(first === connections[0])
    #expect(machine.lookThrough(at: at(11)).check == nil, "one at a time")
    // It is not lent meanwhile, and counts.
    #expect(machine.idle.count == 1 && machine.count == 2)
    guard let first, case .keep = machine.checked(first, fault: nil, at: at(11)) else {
      return #expect(Bool(false), "it is kept")
    }
    let second = machine.lookThrough(at: at(12)).check
    #expect(second === connections[1])
    guard let second, case .close = machine.checked(second, fault: .ended, at: at(13)) else {
      return #expect(Bool(false), "what does not answer is closed")
    }
    #expect(machine.tally.closed == [.ended: 1] && machine.lookThrough(at: at(20)).check == nil)
    #expect(machine.lookThrough(at: at(21)).check === first)
  }

  @Test("Who waits while one is asked gets it, or another")
  func keepaliveAndWaiter() {
    var (machine, connections) = pool(1) { $0.keepalive = .seconds(10) }
    guard let checked = machine.lookThrough(at: at(10)).check else { return #expect(Bool(false), "it is asked") }
    let waiter = Request()
    guard case .wait = machine.lease(waiter, at: at(10)) else { return #expect(Bool(false), "it waits") }
    guard case .hand(let handed, let served) = machine.checked(checked, fault: nil, at: at(10)) else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(handed === connections[0] && served === waiter && machine.checkingCount == 0)
  }

  @Test("Refreshing closes what is idle, what comes back, and what was being opened")
  func refreshing() {
    var (machine, _) = pool(2) { _ in }
    guard let out = machine.leaseIdle(at: at(0)) else { return #expect(Bool(false), "one is idle") }
    let (dropped, openings) = machine.refresh()
    #expect(dropped.count == 1 && openings == Machine.Openings(generation: 1))
    guard case .close(_, let others) = machine.giveBack(out, at: at(1)) else {
      return #expect(Bool(false), "it is closed")
    }
    #expect(others.count == 0 && machine.count == 0)
    // One whose opening began before is used once at most.
    let waiter = Request()
    guard case .wait(let late) = machine.lease(waiter, at: at(3)), late.count == 1 else {
      return #expect(Bool(false), "one is opened")
    }
    _ = machine.refresh()
    let old = Connection()
    guard case .hand = machine.opened(old, begunIn: late.generation, after: .zero, at: at(4)) else {
      return #expect(Bool(false), "it is handed over")
    }
    guard case .close = machine.giveBack(old, at: at(5)) else { return #expect(Bool(false), "it is closed") }
    #expect(machine.tally.closed == [.refreshed: 3])
  }

  @Test("A smaller pool closes what it has too much, a larger one opens for those who wait")
  func resizing() throws {
    var (machine, _) = pool(4) { _ in }
    let out = (0..<3).compactMap { _ in machine.leaseIdle(at: at(0)) }
    #expect(machine.resize(maximum: 2, minimum: 0).close.count == 1)
    #expect(machine.count == 3)
    guard case .close = machine.giveBack(out[0], at: at(1)), case .keep = machine.giveBack(out[1], at: at(1)) else {
      return #expect(Bool(false), "one is too much")
    }
    #expect(machine.tally.closed == [.surplus: 2])
    _ = machine.leaseIdle(at: at(2))
    for _ in 0..<3 { _ = machine.lease(Request(), at: at(2)) }
    let openings = machine.resize(maximum: 5, minimum: 4).1
    #expect(openings.count == 2 && machine.openingCount == 2, "the minimum counts those for who waits")
  }

  @Test("Nothing is opened for who is served sooner, and who waits for longer than that is not forgotten")
  func adaptiveOpening() throws {
    var (machine, _) = pool(1) { _ in }
    // Connecting takes 10 ms, and each use 1 ms.
    guard let out = machine.leaseIdle(at: at(0)) else { return #expect(Bool(false), "one is idle") }
    _ = machine.lease(Request(), at: at(0))
    let second = Connection()
    _ = machine.opened(second, begunIn: 0, after: .milliseconds(10), at: at(0.010))
    var held = [out, second]
    for number in 1...50 {
      for connection in held { _ = machine.giveBack(connection, at: at(Double(number) + 0.001)) }
      held = (0..<2).compactMap { _ in machine.leaseIdle(at: at(Double(number + 1))) }
    }
    #expect(held.count == 2)
    guard case .wait(let openings) = machine.lease(Request(), at: at(60)) else {
      return #expect(Bool(false), "it waits")
    }
    #expect(openings == Machine.Openings(continuesAfter: .milliseconds(10)))
    // It was wrong: they are held for long this time.
    #expect(machine.reconsider(at: .start).count == 1)
    // Of many who wait, the last would wait for longer than an opening takes.
    for _ in 0..<30 { _ = machine.lease(Request(), at: at(60)) }
    #expect(machine.openingCount > 1)
  }

  @Test("The tally says how long callers waited")
  func acquireTimes() {
    var (machine, _) = pool(1) { _ in }
    guard let out = machine.leaseIdle(at: at(0)) else { return #expect(Bool(false), "one is idle") }
    _ = machine.lease(Request(at: at(0)), at: at(0))
    _ = machine.giveBack(out, at: at(3))
    #expect(machine.tally.acquireTimes.count == 2 && machine.tally.acquireTimes.longest == .seconds(3))
    #expect(machine.tally.useTimes.count == 1 && machine.tally.useTimes.total == .seconds(3))
  }
}
