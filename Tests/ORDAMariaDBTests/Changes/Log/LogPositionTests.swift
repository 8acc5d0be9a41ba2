import Testing

@testable import ORDAMariaDB

@Suite("Positions in MariaDB's log")
struct LogPositionTests {
  @Test("A transaction's name is read and written")
  func names() {
    #expect(GTID("0-1-42") == GTID(domain: 0, server: 1, sequence: 42))
    #expect(
      GTID("4294967295-4294967295-18446744073709551615")?.description == "4294967295-4294967295-18446744073709551615")
    for text in [
      "", "0-1", "0-1-2-3", "a-1-2", "0--1-2", "-0-1-2", "4294967296-1-1", "0-1-18446744073709551616", "0-1- 2",
    ] {
      #expect(GTID(text) == nil, "\(text)")
    }
  }

  @Test("A position has the last of each domain")
  func domains() throws {
    var position = try #require(LogPosition("1-1-7,0-1-42"))
    #expect(position.description == "0-1-42,1-1-7")
    #expect(position == LogPosition("0-1-42,\n 1-1-7"))
    position.advance(GTID(domain: 0, server: 2, sequence: 43))
    #expect(position.description == "0-2-43,1-1-7")
    #expect(position.contains(GTID(domain: 0, server: 1, sequence: 42)))
    #expect(!position.contains(GTID(domain: 0, server: 1, sequence: 44)))
    #expect(!position.contains(GTID(domain: 2, server: 1, sequence: 1)))
    #expect(position.contains(LogPosition()))
    #expect(!LogPosition().contains(position))
    #expect(LogPosition("") == LogPosition())
    #expect(LogPosition("0-1-42,x") == nil)
    #expect(LogPosition("0-1-42';DROP TABLE t") == nil)
  }

  @Test("Places in files")
  func places() {
    #expect(LogPlace(file: "b.000001", offset: 9) < LogPlace(file: "b.000001", offset: 10))
    #expect(LogPlace(file: "b.000001", offset: 900) < LogPlace(file: "b.000002", offset: 4))
    #expect(LogPlace(file: "b.999999", offset: 900) < LogPlace(file: "b.1000000", offset: 4))
  }
}
