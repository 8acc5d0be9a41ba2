import Dispatch
import ORDA
import ORDATesting
import ORDAThreads
import TestSupport
import Testing

@Suite("The clock that a governor goes by")
struct TimeSourceTests {
  private let clock = TestClock()
  private var time: TimeSource { clock.timeSource }

  @Test func `The system's clock is the machine's`() {
    let time = TimeSource.system
    let before = MonotonicTime.now
    let now = time.now
    #expect(before <= now && now <= .now)
    let ran = Promise<Void>()
    let number = time.schedule(at: time.now) { ran.keep(()) }
    ran.wait()
    let later = time.schedule(at: time.now + .seconds(3600)) {}
    #expect(time.isScheduled(later) && number != later)
    time.cancel(later)
    #expect(!time.isScheduled(later))
    #expect(ran.wait(until: time.now) != nil)
    let condition = Condition()
    condition.withLock { time.wait(on: condition, until: time.now) }
  }

  @Test func `A test's clock stands until it is advanced`() {
    let start = clock.now
    #expect(time.now == start && time.coarse == start)
    clock.advance(by: .milliseconds(1_500))
    #expect(clock.now - start == .milliseconds(1_500))
    #expect(time.now == clock.now && time.coarse == clock.now)
    clock.advance(by: .zero)
    clock.advance(by: .seconds(-1))
    #expect(clock.now - start == .milliseconds(1_500))
    #expect(TestClock().now == start, "each test begins at the same moment")
  }

  @Test func `Advancing runs due actions in order, each at its own time, on the calling thread`() {
    let start = clock.now
    let runs = Shared<[String]>([])
    func schedule(_ milliseconds: Int) {
      _ = time.schedule(at: start + .milliseconds(milliseconds)) { [time] in
        runs.with { $0.append("\(milliseconds) at \(time.now - start == .milliseconds(milliseconds))") }
      }
    }
    for milliseconds in [30, 10, 40, 20] { schedule(milliseconds) }
    clock.advance(by: .milliseconds(9))
    #expect(runs.current == [])
    clock.advance(by: .milliseconds(21))
    #expect(runs.current == ["10 at true", "20 at true", "30 at true"])
    #expect(clock.waiterCount() == 1)
    clock.advance(by: .seconds(1))
    #expect(runs.current.last == "40 at true")
    #expect(clock.now - start == .milliseconds(1_030))
  }

  @Test func `An action that another action schedules runs in the same advance if it falls due`() {
    let runs = Shared<[Int]>([])
    let time = time
    @Sendable func schedule(_ number: Int) {
      _ = time.schedule(at: time.now + .seconds(1)) {
        runs.with { $0.append(number) }
        schedule(number + 1)
      }
    }
    schedule(1)
    clock.advance(by: .milliseconds(3_500))
    #expect(runs.current == [1, 2, 3])
  }

  @Test func `A cancelled action does not run, and an old number cancels no new action`() {
    let runs = Shared(0)
    let old = time.schedule(at: clock.now + .seconds(1)) { runs.with { $0 += 1 } }
    #expect(time.isScheduled(old))
    time.cancel(old)
    #expect(!time.isScheduled(old))
    _ = time.schedule(at: clock.now + .seconds(1)) { runs.with { $0 += 10 } }
    time.cancel(old)
    clock.advance(by: .seconds(1))
    #expect(runs.current == 10)
  }

  /// Whoever schedules it may hold a lock that it takes.
  @Test func `An overdue action runs at once on another thread`() async throws {
    let lock = Lock(())
    let ran = Event()
    lock.withLock { _ in
      _ = time.schedule(at: clock.now) {
        lock.withLock { _ in }
        ran.signal()
      }
    }
    try await ran.wait()
    #expect(clock.waiterCount() == 0)
  }

  @Test(.ownThread) func `A sleeping or waiting thread continues when its time has come`() {
    let start = clock.now
    let over = Shared<[Duration]>([])
    let (time, clock) = (time, clock)
    let group = Threads.start(3) { index in
      switch index {
      case 0: time.sleep(.seconds(1))
      case 1: #expect(Promise<Void>().wait(until: start + .seconds(2), by: time) == nil)
      default:
        let condition = Condition()
        condition.withLock {
          while time.now < start + .seconds(3) { time.wait(on: condition, until: start + .seconds(3)) }
        }
      }
      over.with { $0.append(time.now - start) }
    }
    clock.waitForWaiters(3)
    #expect(clock.waiterCount(within: .seconds(2)) == 2)
    for count in 1...3 {
      clock.advance(by: .seconds(1))
      over.wait { $0.count == count }
    }
    group.wait()
    #expect(over.current == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(clock.waiterCount() == 0)
  }

  @Test func `A promise that is kept in time ends the wait`() async throws {
    let promise = Promise<Int>()
    let (time, limit) = (time, clock.now + .seconds(1))
    let waiting = Task { try await Threads.offload { promise.wait(until: limit, by: time) } }
    try await clock.waitForWaiters()
    promise.keep(7)
    #expect(try await waiting.value == 7)
    #expect(clock.waiterCount() == 0)
  }

  @Test func `A suspended task continues on time or when it is cancelled`() async throws {
    let time = time
    let waiting = Task { try await time.suspend(for: .seconds(1)) }
    try await clock.waitForWaiters(within: .seconds(1))
    clock.advance(by: .seconds(1))
    try await waiting.value

    let cancelled = Task { try await time.suspend(for: .seconds(1)) }
    try await clock.waitForWaiters()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.waiterCount() == 0)

    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await time.suspend(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(clock.waiterCount() == 0)
  }

  @Test func `Who waits for waiters hears of those that are near enough, and may be cancelled`() async throws {
    let (time, clock) = (time, clock)
    _ = time.schedule(at: clock.now + .seconds(60)) {}
    let seen = Event()
    let watching = Task {
      try await clock.waitForWaiters(2, within: .seconds(10))
      seen.signal()
    }
    _ = time.schedule(at: clock.now + .seconds(10)) {}
    #expect(!seen.hasHappened)
    // The first comes near enough.
    clock.advance(by: .seconds(9))
    _ = time.schedule(at: clock.now + .seconds(2)) {}
    try await watching.value
    #expect(clock.waiterCount() == 3 && clock.waiterCount(within: .seconds(2)) == 2)

    let cancelled = Task { try await clock.waitForWaiters(100) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func `The time passes by itself for a call that blocks`() {
    let start = clock.now
    clock.advanceOnceAwaited(by: .seconds(5))
    time.sleep(.seconds(4))
    #expect(clock.now - start >= .seconds(4))
  }

  @Test func `Two threads may advance it at once, and it never goes back`() async throws {
    let start = clock.now
    let (time, clock) = (time, clock)
    let runs = Shared(0)
    for number in 1...1_000 { _ = time.schedule(at: start + .milliseconds(number)) { runs.with { $0 += 1 } } }
    try await Threads.offload {
      Threads.start(4) { _ in
        var last = time.now
        for _ in 0..<500 {
          clock.advance(by: .milliseconds(1))
          #expect(time.now >= last)
          last = time.now
        }
      }.wait()
    }
    clock.advance(by: .seconds(1))
    #expect(runs.current == 1_000)
  }
}
