import Testing

@testable import ORDA

@Suite("A queue that one can leave")
struct RequestQueueTests {
  private final class Request {}

  @Test func keepsTheOrderWhoeverLeaves() {
    var random = Seeded(7)
    var queue = RequestQueue<Request>()
    var expected: [Request] = []
    var gone: [Request] = []
    for _ in 0..<20_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4:
        let request = Request()
        queue.append(request)
        expected.append(request)
      case 5, 6:
        let first = queue.popFirst()
        #expect(first === expected.first)
        if let first {
          expected.removeFirst()
          gone.append(first)
        }
      case 7, 8:
        guard let index = expected.indices.randomElement(using: &random) else { continue }
        let request = expected.remove(at: index)
        let wasThere = queue.remove(request)
        #expect(wasThere)
        gone.append(request)
      default:
        guard let request = gone.randomElement(using: &random) else { continue }
        let wasThere = queue.remove(request)
        #expect(!wasThere)
      }
      #expect(queue.count == expected.count && queue.isEmpty == expected.isEmpty)
    }
    #expect(queue.all.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
  }

  /// Searching it would take 5,000 steps each time, and so would a gap that is never closed.
  @Test func thousandsCanLeaveBehindOneWhoStays() {
    var queue = RequestQueue<Request>()
    let first = Request()
    queue.append(first)
    for _ in 0..<20 {
      let requests = (0..<10_000).map { _ in Request() }
      for request in requests { queue.append(request) }
      for request in requests.reversed() {
        let wasThere = queue.remove(request)
        #expect(wasThere)
      }
    }
    #expect(queue.count == 1 && queue.all.first === first)
  }
}
