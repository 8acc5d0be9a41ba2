import Foundation
@testable import ORDAThreads
import Testing

@testable import ORDA

@Suite("Alarms")
struct AlarmsTests {
  /// What rang, in order.
  private final class Bell: @unchecked Sendable {
    // Proof: `rings` is touched only under the condition's lock.
    private let condition = NSCondition()
    private var rings: [String] = []

    func ring(_ name: String) {
      condition.lock()
      rings.append(name)
      condition.broadcast()
      condition.unlock()
    }

    func wait(for count: Int) -> [String] {
      condition.lock()
      defer { condition.unlock() }
      while rings.count < count { condition.wait() }
      return rings
    }
  }

  @Test func `An alarm that is set later and due earlier rings first`() {
    let alarms = Alarms()
    let bell = Bell()
    let far = alarms.set(at: .now + .seconds(3600)) { bell.ring("far") }
    for (count, name) in ["a", "b", "c"].enumerated() {
      // The thread sleeps for the far one, or is about to.
      _ = alarms.set(at: .now + .milliseconds(5)) { bell.ring(name) }
      #expect(bell.wait(for: count + 1).last == name)
    }
    #expect(alarms.isPending(far))
    alarms.drop(far)
    #expect(!alarms.isPending(far))
  }

  @Test func `After one that was dropped others ring in time`() {
    let alarms = Alarms()
    let bell = Bell()
    for _ in 0..<1000 { alarms.drop(alarms.set(at: .now + .milliseconds(10)) { bell.ring("dropped") }) }
    let start = MonotonicTime.now
    _ = alarms.set(at: start + .milliseconds(30)) { bell.ring("late") }
    _ = alarms.set(at: start + .milliseconds(20)) { bell.ring("early") }
    #expect(bell.wait(for: 2) == ["early", "late"])
    // The thread has ended its work, and begins anew.
    _ = alarms.set(at: .now) { bell.ring("again") }
    #expect(bell.wait(for: 3) == ["early", "late", "again"])
  }
}
