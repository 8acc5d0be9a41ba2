import Testing

@testable import ORDAMariaDB

@Suite("Which server a connection has reached")
struct ServerIdentityTests {
  private let cells = ["db1", "3306", "/var/lib/mysql/", "1", "6090318250", "42"]

  @Test func `What a server says of itself is never SQL`() throws {
    for evil in ["x' OR 1 = 1, 7, 0) -- ", "`\"\\'", "\u{1F3B5}\n", String(repeating: "'", count: 100_000)] {
      let identity = try #require(ServerIdentity([evil] + cells.dropFirst()))
      let parts = identity.killing.split(separator: "x'", maxSplits: 1)
      let digits = try #require(parts.last?.split(separator: "'", maxSplits: 1).first)
      #expect(digits.allSatisfy { $0.isHexDigit })
      #expect(identity.killing.hasPrefix("KILL QUERY IF(CONCAT_WS('/', @@hostname"))
      #expect(identity.killing.hasSuffix("', 42, 0)"))
    }
  }

  @Test func `What is not all told is no identity`() {
    #expect(ServerIdentity(cells) != nil)
    for index in cells.indices {
      var less: [String?] = cells
      less[index] = nil
      #expect(ServerIdentity(less) == nil)
    }
    for number in ["", "-1", "4 2", "18446744073709551616", "0; DROP TABLE t"] {
      #expect(ServerIdentity(cells.dropLast() + [number]) == nil)
    }
    #expect(ServerIdentity([]) == nil)
    #expect(ServerIdentity(cells + ["1"]) == nil)
  }
}
