import Testing

@testable import ORDA

/// Counts how often it was called.
private final class CountingCanceller: DriverCanceller {
  let cancels = Collected<Bool>()
  func cancel() { cancels.add(true) }
}

@Suite("The gate that stops work")
struct CancelGateTests {
  private let canceller = CountingCanceller()

  @Test func `Only the lease that is meant is stopped`() {
    let gate = CancelGate(canceller: canceller)
    let first = gate.begin(Holder(.statement("SELECT 1")))
    gate.end()
    gate.cancel(lease: first, reason: .cancelled)
    let second = gate.begin(Holder(.statement("SELECT 2")))
    gate.cancel(lease: first, reason: .cancelled)
    #expect(gate.stopped == nil)
    #expect(canceller.cancels.all.isEmpty)
    gate.cancel(lease: second, reason: .cancelled)
    #expect(gate.stopped == .cancelled)
    #expect(canceller.cancels.all.count == 1)
    gate.end()
    _ = gate.begin(Holder(.statement("SELECT 3")))
    #expect(gate.stopped == nil)
  }

  @Test func `A stop is repeated until the lease ends`() async throws {
    let gate = CancelGate(canceller: canceller)
    let lease = gate.begin(Holder(.statement("SELECT 1")))
    gate.cancel(lease: lease, reason: .closing)
    #expect(await eventually { canceller.cancels.all.count >= 3 })
    gate.end()
    let count = canceller.cancels.all.count
    try await Task.sleep(for: .milliseconds(80))
    #expect(canceller.cancels.all.count == count)
  }

  @Test func `What is shielded is not stopped, and what comes after it is`() async throws {
    let gate = CancelGate(canceller: canceller)
    let lease = gate.begin(Holder(.statement("ROLLBACK")))
    let (called, reason) = gate.shielded {
      gate.cancel(lease: lease, reason: .cancelled)
      return (canceller.cancels.all.count, gate.stopped)
    }
    #expect(called == 0)
    #expect(reason == .cancelled)
    #expect(await eventually { canceller.cancels.all.count >= 1 })
    gate.end()
  }

  @Test func `A statement's limit is over with the statement`() {
    let gate = CancelGate(canceller: canceller)
    _ = gate.begin(Holder(.closure("A.swift", 1)))
    let first = gate.beginLimited()
    #expect(!gate.endLimited(first))
    gate.cancel(limited: first)
    #expect(canceller.cancels.all.isEmpty)
    let second = gate.beginLimited()
    gate.cancel(limited: second)
    #expect(canceller.cancels.all.count == 1)
    #expect(gate.endLimited(second))
    #expect(gate.stopped == nil)
    gate.end()
  }
}
