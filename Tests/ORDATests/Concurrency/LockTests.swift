import ORDAThreads
import Testing

@testable import ORDA

@Suite("The lock")
struct LockTests {
  @Test func noIncrementIsLost() async {
    let lock = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<10_000 { lock.withLock { $0 += 1 } } }
      }
    }
    #expect(lock.withLock { $0 } == 80_000)
  }

  @Test func isReleasedWhenTheBodyThrows() {
    struct Failure: Error {}
    let lock = Lock(1)
    #expect(throws: Failure.self) {
      try lock.withLock { (state) throws(Failure) in
        state = 2
        throw Failure()
      }
    }
    #expect(lock.withLock { $0 } == 2)
  }

  @Test func itsStateIsReleasedWithIt() {
    final class Witness: Sendable {}
    weak var witness: Witness?
    do {
      let lock = Lock([Witness()])
      lock.withLock { witness = $0.first }
      #expect(witness != nil)
    }
    #expect(witness == nil)
  }
}
