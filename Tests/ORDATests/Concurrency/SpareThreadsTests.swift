import ORDAThreads
import Testing

@testable import ORDA

@Suite("A thread for each job")
struct SpareThreadsTests {
  @Test func `Jobs that hang hold up no other`() async throws {
    let threads = SpareThreads(idleTime: .milliseconds(50))
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
      #expect(try await Threads.apart { ran.wait(until: .now + .seconds(120)) } == true)
    }
    #expect(over.current == 0)
    goesOn.keep(())
    #expect(await eventually { over.current == count })
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
