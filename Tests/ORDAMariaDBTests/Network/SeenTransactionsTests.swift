import Testing

@testable import ORDAMariaDB

internal import ORDAThreads

@Suite("What a replica must have") struct SeenTransactionsTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)

  @Test func whatHasNoNameKeepsReadersAwayUntilSomethingCertainlyLaterIsNamed() {
    let seen = SeenTransactions()
    #expect(!seen.isUnsure)
    let version = seen.version
    seen.noteUnknown(at: start)
    #expect(seen.isUnsure && seen.version > version)
    seen.note(GTID(domain: 0, server: 1, sequence: 7), at: start + .seconds(59))
    #expect(seen.isUnsure, "it may be committed still")
    seen.note(GTID(domain: 0, server: 1, sequence: 8), at: start + .seconds(60))
    #expect(!seen.isUnsure)
    #expect(seen.goal.position == "0-1-8")
  }

  @Test func eachDomainHasAnOrderOfItsOwn() {
    let seen = SeenTransactions()
    for (domain, sequence) in [(0, 5), (1, 3), (0, 4), (1, 9)] as [(UInt32, UInt64)] {
      seen.note(GTID(domain: domain, server: 1, sequence: sequence))
    }
    #expect(Set(seen.goal.position.split(separator: ",")) == ["0-1-5", "1-1-9"])
  }
}
