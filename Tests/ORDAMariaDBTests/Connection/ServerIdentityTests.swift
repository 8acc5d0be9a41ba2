import Testing

@testable import ORDAMariaDB

@Suite("Which server a connection has reached")
struct ServerIdentityTests {
  private let answer = "db1/3306//var/lib/mysql//1/6090318250"

  @Test func `What a server says of itself is never SQL`() throws {
    for evil in ["x' OR 1 = 1, 7, 0) -- ", "`\"\\'", "\u{1F3B5}\n", String(repeating: "'", count: 100_000)] {
      let identity = try #require(ServerIdentity(evil + answer, connection: "42"))
      let parts = identity.killing.split(separator: "x'", maxSplits: 1)
      let digits = try #require(parts.last?.split(separator: "'", maxSplits: 1).first)
      #expect(digits.allSatisfy { $0.isHexDigit })
      #expect(identity.killing.hasPrefix("KILL QUERY IF(CONCAT_WS('/', @@hostname"))
      #expect(identity.killing.hasSuffix("', 42, 0)"))
    }
  }

  @Test func `What is not all told is no identity`() {
    #expect(ServerIdentity(answer, connection: "42") != nil)
    #expect(ServerIdentity(nil, connection: "42") == nil)
    #expect(ServerIdentity("", connection: "42") == nil)
    for number in ["", "-1", "4 2", "18446744073709551616", "0; DROP TABLE t"] {
      #expect(ServerIdentity(answer, connection: number) == nil)
    }
  }
}
