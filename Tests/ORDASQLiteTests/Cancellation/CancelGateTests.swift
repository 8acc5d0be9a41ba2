import ORDAThreads
import Testing

@testable import ORDA

/// Counts how often it was called.
private final class CountingCanceller: DriverCanceller {
  let cancels = Collected<Bool>()
  let cuts = Collected<Bool>()
  func cancel() { cancels.add(true) }
  func cut() { cuts.add(true) }
}

@Suite("The gate that stops work")
struct CancelGateTests {
  private let canceller = CountingCanceller()

  @Test func `A stop is repeated until the lease ends`() async throws {
    let gate = CancelGate(canceller: canceller)
    let lease = gate.begin(Holder(.statement("SELECT 1")))
    gate.cancel(lease: lease, reason: .closing)
    #expect(await eventually { canceller.cancels.all.count >= 3 })
    gate.end()
    let count = canceller.cancels.all.count
    #expect(await eventually { !gate.isPursued })
    #expect(canceller.cancels.all.count == count)
  }

  @Test func `What is shielded is not stopped, and what comes after it is`() async throws {
    let gate = CancelGate(canceller: canceller)
    let lease = gate.begin(Holder(.statement("ROLLBACK")))
    let (called, reason) = gate.shielded {
      gate.cancel(lease: lease, reason: .cancelled)
      // Much later than it would be stopped.
      #expect(eventually { !canceller.cuts.all.isEmpty })
      return (canceller.cancels.all.count, gate.stopped)
    }
    #expect(called == 0)
    #expect(reason == .cancelled)
    #expect(await eventually { canceller.cancels.all.count >= 1 })
    gate.end()
  }

  @Test func `A statement's limit is over with the statement`() async {
    let gate = CancelGate(canceller: canceller)
    _ = gate.begin(Holder(.closure("A.swift", 1)))
    let first = gate.beginWork(limit: .seconds(1))
    #expect(!gate.endWork(first))
    gate.cancel(work: first)
    #expect(canceller.cancels.all.isEmpty)
    let second = gate.beginWork(limit: .seconds(2))
    gate.cancel(work: second)
    #expect(await eventually { !canceller.cancels.all.isEmpty })
    #expect(gate.stopError?.message == "the statement took longer than its limit of 2.0 seconds")
    #expect(gate.endWork(second))
    #expect(gate.stopped == nil)
    gate.end()
  }

  @Test func `What runs inside a statement is not stopped for the limit of that`() async {
    let gate = CancelGate(canceller: canceller)
    _ = gate.begin(Holder(.closure("A.swift", 1)))
    let outer = gate.beginWork(limit: .seconds(1))
    let inner = gate.beginWork(limit: nil)
    gate.cancel(work: outer)
    #expect(gate.stopped == nil)
    #expect(!gate.endWork(inner))
    // Its turn has come.
    #expect(await eventually { !canceller.cancels.all.isEmpty })
    #expect(gate.endWork(outer))
    #expect(gate.stopped == nil)
    #expect(!gate.hasWork)
    gate.end()
  }
}
