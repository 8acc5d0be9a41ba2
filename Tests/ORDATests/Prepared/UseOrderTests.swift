import Testing

@testable import ORDA

@Suite("The order of use")
struct UseOrderTests {
  /// All of them, the oldest first.
  private func listed(_ order: UseOrder) -> [Int] {
    var numbers: [Int] = []
    var number = order.oldest
    while number >= 0 {
      numbers.append(number)
      number = order.newer(than: number)
    }
    return numbers
  }

  @Test func isThatOfTheLastUses() {
    var order = UseOrder()
    #expect(listed(order) == [])
    for number in [3, 0, 1, 3, 3, 0] { order.use(number) }
    #expect(listed(order) == [1, 3, 0])
    #expect(order.newest == 0)
  }

  @Test func forgetsFromEachPlace() {
    for forgotten in 0..<4 {
      var order = UseOrder()
      for number in 0..<4 { order.use(number) }
      order.remove(forgotten)
      order.remove(forgotten)
      order.remove(9)
      #expect(listed(order) == (0..<4).filter { $0 != forgotten })
      order.use(forgotten)
      #expect(listed(order) == (0..<4).filter { $0 != forgotten } + [forgotten])
    }
  }

  @Test func isEmptyWhenAllAreForgotten() {
    var order = UseOrder()
    for number in 0..<3 { order.use(number) }
    for number in 0..<3 { order.remove(number) }
    #expect(order.oldest == -1 && order.newest == -1)
    order.use(1)
    #expect(listed(order) == [1])
  }
}
