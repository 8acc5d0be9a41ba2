import Foundation
import Synchronization
import Testing

@testable import ORDA

struct CancelGateTests {
  /// Counts what reaches the driver, and notes a lease that ended while it was being stopped.
  private final class Canceller: DriverCanceller {
    let current = Atomic<Int>(0)
    let cancels = Atomic<Int>(0)
    let clears = Atomic<Int>(0)
    let faults = Atomic<Int>(0)

    func cancel() {
      cancels.add(1, ordering: .relaxed)
      let before = current.load(ordering: .acquiring)
      for _ in 0..<50 { _ = current.load(ordering: .relaxed) }
      if before != 0, current.load(ordering: .acquiring) != before { faults.add(1, ordering: .relaxed) }
    }

    func clear() { clears.add(1, ordering: .relaxed) }
  }

  private let canceller = Canceller()

  private func holder() -> Holder { Holder(.statement("SELECT 1"), thread: .current) }

  @Test func onlyTheCurrentLeaseIsStopped() {
    let gate = CancelGate(canceller: canceller)
    gate.cancel(lease: nil, reason: .cancelled)
    #expect(canceller.cancels.load(ordering: .relaxed) == 0)

    let first = gate.begin(holder())
    #expect(gate.holder?.thread == .current)
    gate.end()
    #expect(gate.holder == nil)
    gate.cancel(lease: first, reason: .cancelled)
    let second = gate.begin(holder())
    #expect(second != first)
    gate.cancel(lease: first, reason: .cancelled)
    #expect(canceller.cancels.load(ordering: .relaxed) == 0)
    #expect(gate.stopped == nil)

    gate.cancel(lease: second, reason: .timeout)
    gate.cancel(lease: second, reason: .cancelled)
    #expect(gate.stopped == .timeout)
    #expect(canceller.cancels.load(ordering: .relaxed) >= 2)
    gate.end()
    _ = gate.begin(holder())
    #expect(gate.stopped == nil)
    #expect(canceller.clears.load(ordering: .relaxed) == 1)
    gate.end()
    gate.end()
    #expect(gate.holder == nil)
  }

  @Test func aShutGateStopsNothing() {
    let gate = CancelGate(canceller: canceller)
    let lease = gate.begin(holder())
    gate.shut()
    gate.cancel(lease: lease, reason: .closing)
    #expect(canceller.cancels.load(ordering: .relaxed) == 0)
    gate.end()
  }

  /// A lease may not end while the driver is being told to stop it: the call would hit the next one.
  @Test func aLeaseEndsBeforeOrAfterBeingStopped() async {
    let gate = CancelGate(canceller: canceller)
    let canceller = canceller
    let latest = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    await withCheckedContinuation { continuation in
      Thread {
        while !isOver.load(ordering: .acquiring) {
          gate.cancel(lease: latest.load(ordering: .acquiring), reason: .cancelled)
        }
        continuation.resume()
      }.start()
      Thread {
        for _ in 0..<20_000 {
          let lease = gate.begin(Holder(.statement("SELECT 1"), thread: .current))
          canceller.current.store(lease, ordering: .releasing)
          latest.store(lease, ordering: .releasing)
          gate.end()
          canceller.current.store(0, ordering: .releasing)
        }
        isOver.store(true, ordering: .releasing)
      }.start()
    }
    #expect(canceller.faults.load(ordering: .relaxed) == 0)
    #expect(gate.holder == nil)
  }
}
