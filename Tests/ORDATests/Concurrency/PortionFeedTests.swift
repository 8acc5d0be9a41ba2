import Foundation
import ORDAThreads
import TestSupport
import Testing

@Suite("Portions on their way to a thread", .timeLimit(.minutes(10)))
struct PortionFeedTests {
  private struct Failed: Error {}
  private let feed = PortionFeed<String, Int>()

  @Test func `All come, in their order, and no more than one waits`() async throws {
    let put = Shared(0)
    let taking = Task { [feed] in
      try await Threads.offload {
        feed.begin("numbers")
        var taken: [Int] = []
        var ahead = 0
        while let number = try feed.next(checking: {}) {
          taken.append(number)
          ahead = max(ahead, put.current - taken.count)
        }
        feed.end()
        return (taken: taken, ahead: ahead)
      }
    }
    #expect(await feed.target() == "numbers")
    for number in 0..<500 {
      #expect(await feed.put(number))
      put.with { $0 += 1 }
    }
    feed.finish(.success(()))
    let (taken, ahead) = try await taking.value
    #expect(taken == Array(0..<500))
    #expect(ahead <= 1)
    #expect(feed.isEnded)
    #expect(await !feed.put(0))
  }

  @Test func `A task that waits for a thread that leaves goes on`() async {
    // Sooner and later than the task begins to wait.
    for round in 0..<100 {
      let asked = PortionFeed<String, Int>()
      let asking = Task { await asked.target() }
      let full = PortionFeed<String, Int>()
      #expect(await full.put(1))
      let putting = Task { await full.put(2) }
      for _ in 0..<round { await Task.yield() }
      Thread.detachNewThread {
        asked.end()
        full.end()
      }
      #expect(await asking.value == nil)
      #expect(await !putting.value)
    }
  }

  @Test func `A portion that was put before the thread began is not lost, nor one of several tasks`() async throws {
    let begun = Shared(0)
    let tasks = (0..<20).map { number in
      Task { [feed] in
        begun.with { $0 += 1 }
        return await feed.put(number)
      }
    }
    let taking = Task { [feed] in
      try await Threads.offload {
        begun.wait { $0 == 20 }
        feed.begin("numbers")
        var taken: Set<Int> = []
        while let number = try feed.next(checking: {}) { taken.insert(number) }
        return taken
      }
    }
    for task in tasks { #expect(await task.value) }
    feed.finish(.success(()))
    #expect(try await taking.value == Set(0..<20))
  }

  @Test func `What the task failed with is thrown after the portions before`() async throws {
    feed.begin("numbers")
    #expect(await feed.put(1))
    feed.finish(.failure(Failed()))
    try await Threads.offload { [feed] in
      try #expect(feed.next(checking: {}) == 1)
      #expect(throws: Failed.self) { try feed.next(checking: {}) }
    }
  }

  @Test func `A thread leaves when it should wait no longer, whether something is there or not`() async throws {
    feed.begin("numbers")
    let checks = Shared(0)
    await #expect(throws: Failed.self) {
      try await Threads.offload { [feed] in
        try feed.next {
          checks.with { $0 += 1 }
          if checks.current == 3 { throw Failed() }
        }
      }
    }
    #expect(checks.current == 3)
    #expect(await feed.put(1))
    try await Threads.offload { [feed] in
      #expect(throws: Failed.self) { try feed.next { throw Failed() } }
      try #expect(feed.next(checking: {}) == 1)
    }
  }

  @Test func `Awaited elements are those of the sequence, and end when the task is cancelled`() async {
    var all: [Int] = []
    for await number in AwaitedElements(0..<5) { all.append(number) }
    #expect(all == [0, 1, 2, 3, 4])

    let endless = Task {
      var count = 0
      for await _ in AwaitedElements(sequence(first: 0) { $0 + 1 }) {
        count += 1
        if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    #expect(await endless.value == 10)
  }
}
