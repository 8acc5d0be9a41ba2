import ORDAThreads
import Testing

@testable import ORDA

@Suite("A thread for jobs")
struct WorkerThreadTests {
  @Test func runsItsJobsInOrder() async {
    let thread = WorkerThread()
    let order = Lock<[Int]>([])
    await withCheckedContinuation { continuation in
      for number in 1...100 { thread.submit { order.withLock { $0.append(number) } } }
      thread.submit { continuation.resume() }
    }
    thread.stop()
    #expect(order.withLock { $0 } == Array(1...100))
  }

  @Test func takesNoJobOnceItWasStoppedUsedOrNot() async {
    let unused = WorkerThread()
    unused.stop()
    #expect(!unused.submit {})
    let used = WorkerThread()
    await withCheckedContinuation { continuation in _ = used.submit { continuation.resume() } }
    used.stop()
    #expect(!used.submit {})
  }
}
