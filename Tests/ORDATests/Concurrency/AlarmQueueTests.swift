@testable import ORDAThreads
import Testing

@testable import ORDA

@Suite("What is due next")
struct AlarmQueueTests {
  private func moment(_ number: Int) -> MonotonicTime { MonotonicTime(nanoseconds: Int64(number)) }

  @Test(arguments: [1 as UInt64, 2, 3]) func `The earliest comes first, whatever was removed`(seed: UInt64) {
    var random = Seeded(seed)
    var queue = AlarmQueue<Int>()
    var expected: [(number: Int, due: Int)] = []
    var gone: [Int] = []
    for _ in 0..<10_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4:
        let due = Int.random(in: 0..<100_000, using: &random)
        expected.append((queue.insert(due, due: moment(due)), due))
      case 5...7:
        guard let index = expected.indices.randomElement(using: &random) else { continue }
        let (number, due) = expected.remove(at: index)
        #expect(queue.contains(number))
        let removed = queue.remove(number)
        #expect(removed == due)
        gone.append(number)
      case 8:
        let due = queue.takeFirst()
        #expect(due == expected.map(\.due).min())
        guard let index = expected.firstIndex(where: { $0.due == due && !queue.contains($0.number) }) else { continue }
        gone.append(expected.remove(at: index).number)
      default:
        // The place of one that is gone may be another's by now.
        guard let number = gone.randomElement(using: &random) else { continue }
        #expect(!queue.contains(number))
        let removed = queue.remove(number)
        #expect(removed == nil)
      }
      #expect(queue.count == expected.count)
    }
    var order: [Int] = []
    while let due = queue.takeFirst() { order.append(due) }
    #expect(order == expected.map(\.due).sorted())
    #expect(queue.nextDue == nil && !queue.contains(0) && !queue.contains(-1) && !queue.contains(.max))
  }
}
