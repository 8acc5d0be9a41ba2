import Testing

@testable import ORDA

@Suite("Several results of one statement")
struct SeveralResultsTests {
  private func database() -> FakeDatabase {
    let fake = FakeDatabase()
    var reply = FakeReply.numbers(2)
    reply.further = [.rows(["a", "b"], [[.int(1), .text("x")]]), .rows(["total"], [[.int(9)]])]
    fake["CALL several()"] = reply
    fake["SELECT several()"] = reply
    return fake
  }

  @Test func `A call gives all of them, each with its own columns`() throws {
    let db = try database().open()
    for _ in 1...2 {
      let result = try db.execute("CALL several()")
      #expect(result.columns.map(\.name) == ["n"])
      #expect(result.rows.map(\.values) == [[.int(0)], [.int(1)]])
      #expect(result.further.map { $0.columns.map(\.name) } == [["a", "b"], ["total"]])
      #expect(result.further[0][0].dictionary == ["a": .int(1), "b": .text("x")])
      #expect(try result.further[1]["total"].get(as: Int.self) == [9])
    }
  }

  @Test func `What can't have several is not asked for them`() throws {
    let db = try database().open()
    #expect(try db.execute("SELECT several()").further.isEmpty)
    #expect(try db.execute("UPDATE t").further.isEmpty)
  }

  @Test func `A connection that became useless is not lent again`() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.fail(.useless, with: .lost)
    try db.execute("UPDATE a")
    try db.execute("UPDATE b")
    #expect(fake.connections(running: "UPDATE a") == [1])
    #expect(fake.connections(running: "UPDATE b") == [2])
    #expect(fake.openCount == 1)
  }
}
