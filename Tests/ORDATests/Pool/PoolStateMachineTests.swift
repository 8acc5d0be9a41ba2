import Testing
import ORDAThreads

@testable import ORDA

@Suite("The pool's decisions")
struct PoolStateMachineTests {
  private typealias Connection = PoolSimulation.Connection
  private typealias Request = PoolSimulation.Request
  private typealias Machine = PoolStateMachine<Connection, Request>

  @Test("Random events keep the rules", arguments: 1...5)
  func randomEvents(maximum: Int) async throws {
    try await Threads.offload {
      for seed in 0..<60 {
        var simulation = PoolSimulation(maximum: maximum, seed: UInt64(seed * 10 + maximum))
        simulation.play(300, closing: seed % 3 == 0)
      }
    }
  }

  /// A machine with one connection that is out.
  private func lent(maximum: Int = 1) -> (Machine, Connection) {
    let connection = Connection()
    var machine = Machine(PoolLimits(maximum: maximum), idle: [connection])
    let leased = machine.leaseIdle(at: .start)
    #expect(leased === connection)
    return (machine, connection)
  }

  /// Lets one wait, and gives what is to be opened for it.
  private func wait(_ request: Request, in machine: inout Machine) throws -> Machine.Openings {
    guard case .wait(let openings) = machine.lease(request, at: .start) else {
      Issue.record("it has to wait")
      throw CancellationError()
    }
    return openings
  }

  @Test func aConnectionGoesStraightToTheFirstInTheQueue() throws {
    var (machine, connection) = lent()
    let waiters = [Request(), Request()]
    for waiter in waiters { #expect(try wait(waiter, in: &machine) == Machine.Openings()) }
    guard case .hand(let first, let request) = machine.giveBack(connection, at: .start) else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(first === connection && request === waiters[0])
    // A latecomer doesn't overtake the second.
    _ = try wait(Request(), in: &machine)
    guard case .hand(_, let next) = machine.giveBack(connection, at: .start) else {
      return #expect(Bool(false), "it is handed over again")
    }
    #expect(next === waiters[1])
    #expect(machine.count == 1)
  }

  @Test func onlyWhereNoMoreMayBeOpenedIsItWorthALittlePatience() throws {
    var (machine, connection) = lent(maximum: 2)
    #expect(!machine.isFull)
    #expect(try wait(Request(), in: &machine) == Machine.Openings(count: 1))
    // What is being opened comes when it comes.
    #expect(!machine.isFull)
    guard case .hand = machine.opened(Connection(), begunIn: 0, after: .zero, at: .start) else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(machine.isFull)
    _ = machine.giveBack(connection, at: .start)
    #expect(!machine.isFull)
    let leased = machine.leaseIdle(at: .start)
    #expect(leased === connection)
    #expect(machine.isFull)
    _ = machine.refuse()
    #expect(!machine.isFull)
  }

  @Test func anOpeningBelongsToNobody() throws {
    var (machine, connection) = lent(maximum: 5)
    let waiters = [Request(), Request(), Request()]
    #expect(try wait(waiters[0], in: &machine) == Machine.Openings(count: 1))
    // One is tried first; who comes next may be served by what is given back meanwhile.
    #expect(try wait(waiters[1], in: &machine) == Machine.Openings(count: 0, continuesAfter: .milliseconds(20)))
    #expect(try wait(waiters[2], in: &machine) == Machine.Openings())
    guard case .hand(_, let served) = machine.giveBack(connection, at: .start) else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(served === waiters[0])
    // What is opened goes to the next, though it was begun for the first; more may be opened now.
    guard case .hand(let second, let openings) = machine.opened(Connection(), begunIn: 0, after: .zero, at: .start)
    else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(second === waiters[1] && openings == Machine.Openings(count: 1))
    guard case .hand = machine.giveBack(connection, at: .start) else {
      return #expect(Bool(false), "it is handed over")
    }
    // And what nobody waits for is idle.
    guard case .keep = machine.opened(Connection(), begunIn: 0, after: .zero, at: .start) else {
      return #expect(Bool(false), "it is kept")
    }
    #expect(machine.idle.count == 1 && machine.busyCount == 2 && machine.count == 3)
  }

  @Test func whereCallersWaitForLongAsManyAreOpenedAsWait() throws {
    var (machine, _) = lent(maximum: 5)
    for number in 0..<10 {
      let openings = try wait(Request(), in: &machine)
      #expect(
        openings == Machine.Openings(count: number == 0 ? 1 : 0, continuesAfter: number == 1 ? .milliseconds(20) : nil))
    }
    #expect(machine.reconsider(at: .start) == Machine.Openings(count: 3))
    #expect(machine.count == 5)
    #expect(machine.reconsider(at: .start) == Machine.Openings())
  }

  @Test func whoLeavesLeavesTheOpening() throws {
    var (machine, _) = lent(maximum: 2)
    let waiter = Request()
    #expect(try wait(waiter, in: &machine).count == 1)
    let hasLeft = machine.cancel(waiter)
    #expect(hasLeft)
    // The next needs no other.
    let next = Request()
    #expect(try wait(next, in: &machine) == Machine.Openings())
    guard case .hand(let served, _) = machine.opened(Connection(), begunIn: 0, after: .zero, at: .start) else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(served === next)
  }

  @Test func aBrokenOneIsReplacedForWhoeverWaits() throws {
    var (machine, connection) = lent()
    _ = try wait(Request(), in: &machine)
    guard case .close(let gone, let openings) = machine.giveBack(connection, fault: .failed, at: .start) else {
      return #expect(Bool(false), "it is replaced")
    }
    #expect(gone === connection && openings.count == 1)
    #expect(machine.count == 1)
  }

  @Test func aFailedOpeningFailsOneCallerAndTheNextOneTries() throws {
    var (machine, connection) = lent()
    let waiters = [Request(), Request()]
    for waiter in waiters { _ = try wait(waiter, in: &machine) }
    _ = machine.giveBack(connection, fault: .failed, at: .start)
    let (first, again) = machine.openingFailed(at: .start)
    #expect(first === waiters[0] && again.count == 1)
    let (second, none) = machine.openingFailed(at: .start)
    #expect(second === waiters[1] && none == Machine.Openings())
    #expect(machine.count == 0)
  }

  @Test func whereAnotherOpeningMaySucceedNobodyIsToldOfAFailure() throws {
    var (machine, connection) = lent(maximum: 3)
    let waiters = [Request(), Request()]
    for waiter in waiters { _ = try wait(waiter, in: &machine) }
    #expect(machine.reconsider(at: .start).count == 1)
    _ = machine.giveBack(connection, at: .start)
    // Two are opened for one who waits.
    let (nobody, openings) = machine.openingFailed(at: .start)
    #expect(nobody == nil && openings == Machine.Openings())
    let (last, _) = machine.openingFailed(at: .start)
    #expect(last === waiters[1])
  }

  @Test func aFullServerIsTriedAgainAfterAMomentAsLongAsSomebodyHasAConnection() throws {
    var (machine, connection) = lent(maximum: 3)
    let waiters = [Request(), Request()]
    #expect(try wait(waiters[0], in: &machine).count == 1)
    let (nobody, openings) = machine.openingFailed(isFull: true, at: .start)
    #expect(nobody == nil && openings.count == 0)
    let pause = try #require(openings.continuesAfter)
    #expect(pause >= .milliseconds(100))
    let later = MonotonicTime.start + pause
    // Whoever comes meanwhile has none opened either.
    #expect(try wait(waiters[1], in: &machine) == Machine.Openings())
    #expect(machine.reconsider(at: later).count == 1, "one tries it for all")
    _ = machine.openingFailed(isFull: true, at: later)
    guard case .hand(_, let first) = machine.giveBack(connection, at: .start) else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(first === waiters[0])
    // Where nobody has one, nothing will come back.
    _ = machine.giveBack(connection, fault: .failed, at: later)
    #expect(machine.reconsider(at: later + pause).count == 1)
    let (told, _) = machine.openingFailed(isFull: true, at: later + pause)
    #expect(told === waiters[1])
    #expect(machine.count == 0)
  }

  @Test func aFullServerIsLeftInPeaceHoweverManyWait() throws {
    var (machine, _) = lent(maximum: 5)
    #expect(try wait(Request(), in: &machine).count == 1)
    // For the second it is to be looked at again soon.
    let soon = try #require(try wait(Request(), in: &machine).continuesAfter)
    var now = MonotonicTime.start
    #expect(machine.openingFailed(isFull: true, at: now).1 == Machine.Openings())
    now = now + soon
    for _ in 1...3 {
      let tooEarly = machine.reconsider(at: now)
      #expect(tooEarly.count == 0)
      let pause = try #require(tooEarly.continuesAfter)
      #expect(pause >= .milliseconds(200))
      now = now + pause
      #expect(machine.reconsider(at: now).count == 1)
      #expect(machine.openingFailed(isFull: true, at: now).1 == Machine.Openings())
    }
  }

  @Test func aClosedPoolGivesNothing() throws {
    var (machine, connection) = lent(maximum: 2)
    let waiter = Request()
    _ = try wait(waiter, in: &machine)
    let refused = machine.refuse()
    #expect(refused.first === waiter && refused.count == 1)
    guard case .refuse = machine.lease(Request(), at: .start) else { return #expect(Bool(false), "it is refused") }
    // What comes back is kept, to be closed in its turn.
    guard case .keep = machine.giveBack(connection, at: .start) else {
      return #expect(Bool(false), "it is kept")
    }
    #expect(machine.leaseIdle(at: .start) == nil)
    let action = machine.close()
    #expect(action.close.first === connection && action.refuse.isEmpty)
    guard case .close = machine.opened(Connection(), begunIn: 0, after: .zero, at: .start) else {
      return #expect(Bool(false), "what is opened now is to be closed")
    }
    #expect(machine.count == 0)
    let again = machine.close()
    #expect(again.close.isEmpty)
  }

  @Test func aPoolHasRoomForOneAtLeast() {
    #expect(Machine(PoolLimits(maximum: 0)).limits.maximum == 1)
    #expect(Machine(PoolLimits(maximum: -3, minimum: 2)).limits.minimum == 1)
  }
}
