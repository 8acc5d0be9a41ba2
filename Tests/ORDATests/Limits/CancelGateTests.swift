import Foundation
import ORDATesting
import ORDAThreads
import Synchronization
import Testing

@testable import ORDA

@Suite("The gate that stops work")
struct CancelGateTests {
  /// Counts what reaches the driver, and notes a lease that ended while it was being stopped.
  private final class Canceller: DriverCanceller {
    let current = Atomic<Int>(0)
    let cancels = Shared(0)
    let cuts = Shared(0)
    let clears = Atomic<Int>(0)
    let faults = Atomic<Int>(0)
    /// What a call waits for; nil for one that returns at once.
    let hangs = Shared<Promise<Void>?>(nil)

    func cancel() {
      cancels.with { $0 += 1 }
      let before = current.load(ordering: .acquiring)
      hangs.current?.wait()
      for _ in 0..<50 { _ = current.load(ordering: .relaxed) }
      if before != 0, current.load(ordering: .acquiring) != before { faults.add(1, ordering: .relaxed) }
    }

    func cut() { cuts.with { $0 += 1 } }
    func clear() { clears.add(1, ordering: .relaxed) }

    var cancelCount: Int { cancels.current }
    var cutCount: Int { cuts.current }
  }

  private let canceller = Canceller()
  /// It stands still unless a test says otherwise: however slow the machine is, no connection is given up.
  private let clock = TestClock()

  private func holder() -> Holder { Holder(.statement("SELECT 1"), thread: .current) }

  @Test func `Only the current lease is stopped`() async throws {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    gate.cancel(lease: nil, reason: .cancelled)
    let first = gate.begin(holder())
    #expect(gate.holder?.thread == .current)
    gate.end()
    #expect(gate.holder == nil)
    gate.cancel(lease: first, reason: .cancelled)
    let second = gate.begin(holder())
    #expect(second != first)
    gate.cancel(lease: first, reason: .cancelled)
    #expect(canceller.cancelCount == 0)
    #expect(gate.stopped == nil)

    gate.cancel(lease: second, reason: .timeout)
    gate.cancel(lease: second, reason: .cancelled)
    #expect(gate.stopped == .timeout)
    // The driver is called until the lease ends.
    try await canceller.cancels.wait { $0 >= 2 }
    let isWhole = gate.end()
    #expect(isWhole)
    _ = gate.begin(holder())
    #expect(gate.stopped == nil)
    #expect(canceller.clears.load(ordering: .relaxed) == 1)
    gate.end()
    gate.end()
    #expect(gate.holder == nil)
  }

  @Test func `A shut gate stops nothing, and closes once`() {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    let lease = gate.begin(holder())
    let closings = Shared(0)
    for _ in 0..<2 { gate.shut { closings.with { $0 += 1 } } }
    #expect(closings.current == 1)
    gate.cancel(lease: lease, reason: .closing)
    #expect(gate.stopped == nil)
    gate.end()
    #expect(canceller.cancelCount == 0)
  }

  @Test func `Work whose limit passes before it begins is stopped as soon as it begins`() async throws {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    _ = gate.begin(holder())
    var work = LimitedWork(on: gate, within: Deadline(.seconds(5), by: clock.timeSource))
    clock.advance(by: .seconds(5))
    work.begin(on: gate)
    try await canceller.cancels.wait { $0 > 0 }
    #expect(work.end(on: gate) == .seconds(5))
    gate.end()
  }

  /// A lease may not end while the driver is being told to stop it: the call would hit the next one.
  @Test func `A lease ends before or after being stopped`() async {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    let canceller = canceller
    let latest = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    let broken = Atomic<Int>(0)
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
          if !gate.end() { broken.add(1, ordering: .relaxed) }
          canceller.current.store(0, ordering: .releasing)
        }
        isOver.store(true, ordering: .releasing)
      }.start()
    }
    #expect(canceller.faults.load(ordering: .relaxed) == 0)
    #expect(broken.load(ordering: .relaxed) == 0)
    #expect(gate.holder == nil)
  }

  /// Ends something while the driver is being called, stops the lease once more meanwhile, and then lets the driver return.
  private func whileCalled(
    _ gate: CancelGate, lease: Int, _ end: @escaping @Sendable () -> Void
  ) async throws {
    try await canceller.cancels.wait { $0 > 0 }
    let ending = Task { try await Threads.offload { end() } }
    // The moment of the cut, and the end that waits for the call.
    try await clock.waitForWaiters(2)
    gate.cancel(lease: lease, reason: .closing)
    canceller.hangs.current?.keep(())
    try await ending.value
  }

  /// Returns when nothing attends to stopping any more.
  private func waitForPursuit(of gate: CancelGate) async { #expect(await eventually { !gate.isPursued }) }

  @Test func `What is to stop a lease that is ending does not stop the next`() async throws {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    canceller.hangs.current = Promise<Void>()
    let lease = gate.begin(holder())
    gate.cancel(lease: lease, reason: .cancelled)
    try await whileCalled(gate, lease: lease) { gate.end() }
    _ = gate.begin(holder())
    await waitForPursuit(of: gate)
    #expect(gate.stopped == nil)
    gate.end()
  }

  @Test func `What is to stop a lease while one of its statements ends is not forgotten`() async throws {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    canceller.hangs.current = Promise<Void>()
    let lease = gate.begin(holder())
    let number = gate.beginWork(limit: .seconds(1))
    gate.cancel(work: number)
    let isTimedOut = Shared(false)
    try await whileCalled(gate, lease: lease) { isTimedOut.current = gate.endWork(number) }
    #expect(isTimedOut.current)
    #expect(gate.stopped == .closing)
    #expect(gate.end())
    await waitForPursuit(of: gate)
  }

  @Test func `Whoever stops something does not wait for the driver`() async throws {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    let goesOn = Promise<Void>()
    canceller.hangs.current = goesOn
    let lease = gate.begin(holder())
    // If it waited, this would never come to its end.
    gate.cancel(lease: lease, reason: .cancelled)
    #expect(gate.stopped == .cancelled)
    try await canceller.cancels.wait { $0 == 1 }
    #expect(canceller.cutCount == 0)
    clock.advance(by: CancelGate.stoppingTime)
    #expect(canceller.cutCount == 1)
    #expect(canceller.cancelCount == 1)
    // Nor does the end of the lease; but the call could hit the next one.
    let isWhole = gate.end()
    #expect(!isWhole)
    let isClosed = Shared(false)
    gate.shut { isClosed.current = true }
    #expect(!isClosed.current, "the driver is still being called")
    goesOn.keep(())
    try await isClosed.wait { $0 }
  }

  @Test func `A statement's end does not wait for the driver for long, and nothing runs after it`() async throws {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    let goesOn = Promise<Void>()
    canceller.hangs.current = goesOn
    _ = gate.begin(holder())
    let number = gate.beginWork(limit: .seconds(1))
    gate.cancel(work: number)
    try await canceller.cancels.wait { $0 == 1 }
    // The moment of the cut, and the end that waits for the call.
    clock.advanceOnceAwaited(by: CancelGate.stoppingTime, waiters: 2)
    #expect(try await Threads.offload { gate.endWork(number) })
    #expect(canceller.cutCount == 1)
    #expect(gate.stopped == .timeout)
    // What comes next has not timed out.
    var next = LimitedWork(on: gate, within: nil)
    let error = #expect(throws: DatabaseError.self) { try next.resume(on: gate) }
    #expect(DatabaseError.Kind.connectionLost.matches(error?.kind ?? .misuse))
    #expect(error?.isRetryable ?? false)
    gate.shielded {}
    let isWhole = gate.end()
    #expect(!isWhole)
    goesOn.keep(())
  }

  @Test func `What goes on though it was stopped is cut off`() async throws {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    let lease = gate.begin(holder())
    gate.cancel(lease: lease, reason: .cancelled)
    try await canceller.cancels.wait { $0 >= 1 }
    #expect(canceller.cutCount == 0)
    clock.advance(by: CancelGate.stoppingTime)
    #expect(canceller.cutCount == 1)
    let isWhole = gate.end()
    #expect(isWhole, "a driver that knows nothing of cutting goes on")
  }

  @Test func `What ends in time is not cut, nor what comes after it`() {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    let lease = gate.begin(holder())
    gate.cancel(lease: lease, reason: .cancelled)
    gate.end()
    _ = gate.begin(holder())
    clock.advance(by: CancelGate.stoppingTime)
    #expect(canceller.cutCount == 0)
    gate.end()
  }

  @Test func `What must not be stopped half-way is cut where it takes long`() {
    let gate = CancelGate(canceller: canceller, time: clock.timeSource)
    let lease = gate.begin(holder())
    gate.shielded {
      gate.cancel(lease: lease, reason: .cancelled)
      clock.advance(by: CancelGate.stoppingTime)
      #expect(canceller.cutCount == 0, "it has some time more")
      clock.advance(by: CancelGate.stoppingTime / 2)
      #expect(canceller.cutCount == 1)
    }
    #expect(canceller.cancelCount == 0)
    gate.end()
  }
}
