import ORDAThreads
import Testing

@testable import ORDA

@Suite("A thread for each job")
struct SpareThreadsTests {
  private let clock = TestClock()

  @Test func `A thread without a job ends after a while`() async throws {
    let threads = SpareThreads(idleTime: .seconds(50), time: clock.timeSource)
    func run() async throws -> ThreadIdentity {
      let ran = Promise<ThreadIdentity>()
      threads.run { ran.keep(.current) }
      let thread = try await Threads.offload { ran.wait() }
      try await clock.waitForWaiters(within: .seconds(50))
      return thread
    }
    let first = try await run()
    #expect(try await run() == first)
    clock.advance(by: .milliseconds(49_999))
    #expect(try await run() == first)
    clock.advance(by: .seconds(50))
    #expect(await eventually { clock.waiterCount() == 0 })
    let next = Promise<Void>()
    threads.run { next.keep(()) }
    try await Threads.offload { next.wait() }
  }

  @Test func `Jobs that hang hold up no other`() async throws {
    let threads = SpareThreads(idleTime: .seconds(50), time: clock.timeSource)
    let goesOn = Promise<Void>()
    let over = Shared(0)
    let count = 20
    for _ in 0..<count {
      threads.run {
        goesOn.wait()
        over.with { $0 += 1 }
      }
    }
    for _ in 0..<200 {
      let ran = Promise<Bool>()
      threads.run { ran.keep(true) }
      #expect(try await Threads.offload { ran.wait() })
    }
    #expect(over.current == 0)
    goesOn.keep(())
    try await over.wait { $0 == count }
  }

  @Test func `What a job holds goes with the job`() async {
    final class Thing: Sendable {}
    let threads = SpareThreads(idleTime: .seconds(3600))
    weak var held: Thing?
    do {
      let thing = Thing()
      held = thing
      threads.run { withExtendedLifetime(thing) {} }
    }
    #expect(await eventually { held == nil })
  }
}
