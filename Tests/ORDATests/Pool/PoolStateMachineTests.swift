import Testing

@testable import ORDA

@Suite("The pool's decisions")
struct PoolStateMachineTests {
  private final class Connection {}
  private final class Request {}
  private typealias Machine = PoolStateMachine<Connection, Request>

  @Test("Random events keep the rules", arguments: 1...5)
  func randomEvents(maximum: Int) async throws {
    try await Threads.apart {
      for seed in 0..<60 {
        var simulation = PoolSimulation(maximum: maximum, seed: UInt64(seed * 10 + maximum))
        simulation.play(300, closing: seed % 3 == 0)
      }
    }
  }

  @Test func aConnectionGoesStraightToTheFirstInTheQueue() {
    var machine = Machine(maximum: 1)
    guard case .open = machine.lease({ nil }) else { return #expect(Bool(false), "the first is opened") }
    let isToBeClosed = machine.opened()
    #expect(!isToBeClosed)
    let connection = Connection()
    let waiters = [Request(), Request()]
    for waiter in waiters {
      guard case .wait = machine.lease({ waiter }) else { return #expect(Bool(false), "a full pool makes wait") }
    }
    guard case .hand(let first, let request) = machine.giveBack(connection, isBroken: false) else {
      return #expect(Bool(false), "it is handed over")
    }
    #expect(first === connection && request === waiters[0])
    // A latecomer doesn't overtake the second.
    guard case .wait = machine.lease({ Request() }) else { return #expect(Bool(false), "nobody overtakes") }
    guard case .hand(_, let next) = machine.giveBack(connection, isBroken: false) else {
      return #expect(Bool(false), "it is handed over again")
    }
    #expect(next === waiters[1])
    #expect(machine.count == 1)
  }

  @Test func aBrokenOneIsReplacedForWhoeverWaits() {
    var machine = Machine(maximum: 1)
    _ = machine.lease { nil }
    _ = machine.opened()
    let waiter = Request()
    _ = machine.lease { waiter }
    let broken = Connection()
    guard case .closeAndOpen(let gone, let request) = machine.giveBack(broken, isBroken: true) else {
      return #expect(Bool(false), "it is replaced")
    }
    #expect(gone === broken && request === waiter)
    #expect(machine.count == 1)
  }

  @Test func aFailedOpeningPassesTheTurnOn() {
    var machine = Machine(maximum: 1)
    _ = machine.lease { nil }
    let waiter = Request()
    _ = machine.lease { waiter }
    let next = machine.openingFailed()
    #expect(next === waiter)
    let last = machine.openingFailed()
    #expect(last == nil)
    #expect(machine.count == 0)
    guard case .open = machine.lease({ nil }) else { return #expect(Bool(false), "the place is free again") }
  }

  @Test func aClosedPoolGivesNothing() {
    var machine = Machine(maximum: 2)
    _ = machine.lease { nil }
    _ = machine.opened()
    _ = machine.lease { nil }
    let action = machine.close()
    #expect(action.remaining == 2 && action.close.isEmpty && action.refuse.isEmpty)
    guard case .refuse = machine.lease({ nil }) else { return #expect(Bool(false), "it is refused") }
    let isToBeClosed = machine.opened()
    #expect(isToBeClosed, "what is opened now is to be closed")
    guard case .close = machine.giveBack(Connection(), isBroken: false) else {
      return #expect(Bool(false), "what comes back is closed")
    }
    #expect(machine.count == 0)
    let again = machine.close()
    #expect(again.remaining == 0)
  }

  @Test func aPoolHasRoomForOneAtLeast() {
    #expect(Machine(maximum: 0).maximum == 1)
    #expect(Machine(maximum: -3).maximum == 1)
  }
}
