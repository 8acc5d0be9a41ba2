import Testing

@testable import ORDASQLite

@Suite("The order of commits") struct CommitOrderTests {
  /// What is told, as text: names of commits, and `?` for a stranger's.
  private func text(_ events: [CommitOrder<String>.Event]) -> String {
    events.map { event in if case .commit(_, let name) = event { name } else { "?" } }.joined()
  }

  /// Looks at a count that was read just now.
  private func look(_ order: inout CommitOrder<String>, _ count: UInt32) -> CommitOrder<String>.Look {
    let last = order.lastNumber
    return order.look(at: count, since: last)
  }

  @Test("A count that was read before a ticket was taken tells nothing")
  func oldCount() {
    var order = CommitOrder<String>()
    #expect(look(&order, 10) == .nothingNew)
    let before = order.lastNumber
    let ticket = order.take(base: 10).number
    #expect(text(order.complete(ticket, "a", wrote: true)) == "a")
    #expect(order.look(at: 10, since: before) == .undecided)
    #expect(look(&order, 11) == .nothingNew)
  }

  @Test("is that of the tickets, whoever returns first")
  func tickets() {
    var order = CommitOrder<String>()
    let first = order.take(base: nil).number
    let second = order.take(base: nil).number
    let third = order.take(base: nil).number
    #expect(text(order.complete(second, "b", wrote: true)) == "")
    #expect(!order.isSettled(second))
    #expect(text(order.complete(first, "a", wrote: true)) == "ab")
    #expect(order.isSettled(second) && order.isBusy)
    #expect(text(order.complete(third, "c", wrote: true)) == "c")
    #expect(!order.isBusy)
  }

  @Test("A commit that failed holds nobody up, and is not told")
  func cancelling() {
    var order = CommitOrder<String>()
    let first = order.take(base: nil).number
    let second = order.take(base: nil).number
    #expect(text(order.complete(second, "b", wrote: true)) == "")
    #expect(text(order.cancel(first)) == "b")
    #expect(text(order.cancel(first)) == "", "a second time nothing happens")
  }

  @Test("Counts tell of strangers, before the commit that found one")
  func strangers() {
    var order = CommitOrder<String>()
    #expect(look(&order, 10) == .nothingNew)
    let first = order.take(base: 10)
    #expect(!first.mayFollowStranger)
    #expect(text(order.complete(first.number, "a", wrote: true)) == "a")
    #expect(order.known == 11)
    let second = order.take(base: 13)
    #expect(second.mayFollowStranger)
    #expect(text(order.complete(second.number, "b", wrote: true)) == "?b")
    #expect(look(&order, 14) == .nothingNew)
    #expect(look(&order, 15) == .stranger)
    #expect(look(&order, 15) == .nothingNew)
  }

  @Test("A commit that wrote nothing counts nothing, which is known only afterwards")
  func emptyCommits() {
    var order = CommitOrder<String>()
    _ = look(&order, 5)
    let empty = order.take(base: 5).number
    let next = order.take(base: 5)
    #expect(!next.mayFollowStranger)
    #expect(look(&order, 6) == .undecided)
    #expect(text(order.complete(next.number, "n", wrote: true)) == "")
    #expect(text(order.complete(empty, "e", wrote: false)) == "en")
    #expect(order.known == 6)
    // The same counts, but the first one did write: then the second count is a stranger's.
    let writing = order.take(base: 6).number
    let later = order.take(base: 8)
    #expect(later.mayFollowStranger)
    _ = order.complete(later.number, "l", wrote: true)
    #expect(text(order.complete(writing, "w", wrote: true)) == "w?l")
  }

  @Test("The count begins anew after its largest number")
  func overflow() {
    var order = CommitOrder<String>()
    _ = look(&order, .max)
    let ticket = order.take(base: .max)
    #expect(!ticket.mayFollowStranger)
    #expect(text(order.complete(ticket.number, "a", wrote: true)) == "a")
    #expect(look(&order, 0) == .nothingNew)
  }

  @Test("A ticket that nobody completes is given up after a thousand commits")
  func patience() {
    var order = CommitOrder<String>()
    let lost = order.take(base: nil).number
    var told = ""
    for _ in 0..<1000 {
      let ticket = order.take(base: nil).number
      told += text(order.complete(ticket, "c", wrote: true))
    }
    #expect(told == "?" + String(repeating: "c", count: 1000))
    #expect(text(order.complete(lost, "late", wrote: true)) == "")
  }

  @Test("Whatever happens, own commits are told once and in order, and a stranger's where it was")
  func simulation() {
    var random = Seeded(1)
    for _ in 0..<300 {
      var order = CommitOrder<String>()
      var count: UInt32 = 0
      _ = look(&order, 0)
      var expected = ""
      var told = ""
      var open: [(number: Int, name: String, isMade: Bool, wrote: Bool)] = []
      func settle() {
        guard let index = open.indices.randomElement(using: &random) else { return }
        let ticket = open.remove(at: index)
        told += text(
          ticket.isMade ? order.complete(ticket.number, ticket.name, wrote: ticket.wrote) : order.cancel(ticket.number))
      }
      for step in 0..<60 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          count += 1
          if expected.last != "?" { expected += "?" }
        case 1:
          let number = order.take(base: count).number
          let (isMade, wrote) = (Bool.random(using: &random), Bool.random(using: &random))
          if isMade, wrote { count += 1 }
          let name = "(\(step))"
          if isMade { expected += name }
          open.append((number, name, isMade, wrote))
        default: settle()
        }
      }
      while !open.isEmpty { settle() }
      if look(&order, count) == .stranger, told.last != "?" { told += "?" }
      // Where a commit that failed lies between two strangers they are told one by one.
      while told.contains("??") {
        told = told.split(separator: "??", omittingEmptySubsequences: false).joined(separator: "?")
      }
      #expect(told == expected)
    }
  }
}
