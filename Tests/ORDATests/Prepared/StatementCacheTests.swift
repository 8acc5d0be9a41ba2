import ORDAPlatform
import Testing

@testable import ORDA

@Suite("The statement cache")
struct StatementCacheTests {
  @Test func preparesATextOnce() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    for _ in 0..<3 { try db.execute("UPDATE a SET b = ?", 1) }
    let statement = try db.prepare("UPDATE a SET b = ?")
    try statement.execute(2)
    #expect(fake.calls.filter { $0.hasPrefix("prepare") } == ["prepare UPDATE a SET b = ?"])
    #expect(fake.handleCount == 1)
  }

  @Test func asksForColumnsOnceForEachVersion() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake["SELECT n"] = .numbers(2)
    try db.forEach("SELECT n") { _ in }
    #expect(try db.query(Int.self, "SELECT n") == [0, 1])
    #expect(fake.columnCount == 0)
    for _ in 0..<3 { #expect(try db.query("SELECT n").columns.map(\.name) == ["n"]) }
    #expect(fake.columnCount == 1)
    var changed = FakeReply.rows(["m"], [[7]])
    changed.columnsVersion = 1
    fake["SELECT n"] = changed
    for _ in 0..<3 { #expect(try db.query("SELECT n").columns.map(\.name) == ["m"]) }
    #expect(fake.columnCount == 2)
  }

  @Test func knowsATextByItsBytes() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    // To a String the two are equal; to a database they are not.
    let texts = ["UPDATE a SET b = '\u{E9}'", "UPDATE a SET b = 'e\u{301}'"]
    for text in texts + texts { try db.execute(SQL(text: text)) }
    let prepared = fake.calls.filter { $0.hasPrefix("prepare") }
    #expect(prepared.map { Array($0.utf8) } == texts.map { Array("prepare \($0)".utf8) })
    let run = fake.calls.filter { $0.hasPrefix("run") }
    #expect(run.map { Array($0.utf8) } == (texts + texts).map { Array("run \($0)".utf8) })
  }

  @Test func keepsNothingOfAScript() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    try db.execute("UPDATE a")
    try db.executeScript("UPDATE a; UPDATE b; UPDATE b")
    #expect(fake.handleCount == 1)
    #expect(fake.calls.filter { $0.hasPrefix("prepare") }.count == 4)
    fake.forget()
    try db.execute("UPDATE a")
    #expect(fake.calls == ["run UPDATE a"])
  }

  @Test func keepsNothingOfASplittersStatements() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    var splitter = StatementSplitter(dialect: db.dialect)
    splitter.append(line: "UPDATE a; UPDATE b SET c = ?; DELETE FROM d;")
    try db.withConnection { connection in
      while let statement = try splitter.next() {
        if statement.isRead {
          try connection.withExecution(of: statement) { _ = try $0.step() }
        } else {
          #expect { try connection.withExecution(of: statement) { _ = try $0.step() } } throws: {
            ($0 as? DatabaseError)?.kind == .misuse
          }
        }
      }
      #expect { try connection.withExecution(of: Self.begin(db.dialect)) { _ in } } throws: {
        ($0 as? DatabaseError)?.kind == .misuse
      }
    }
    #expect(fake.calls.filter { $0.hasPrefix("finalize") }.sorted() == ["finalize DELETE FROM d", "finalize UPDATE a"])
  }

  private static func begin(_ dialect: Dialect) throws -> StatementSplitter.Statement {
    var splitter = StatementSplitter(dialect: dialect)
    splitter.append(line: "BEGIN;")
    return try #require(try splitter.next())
  }

  @Test func isBoundedAndForgetsTheLeastRecentlyUsed() throws {
    let fake = FakeDatabase()
    let db = try fake.open("statement-cache=4")
    for name in ["a", "b", "c", "d"] { try db.execute(SQL(text: "UPDATE \(name)")) }
    try db.execute("UPDATE a")
    fake.forget()
    try db.execute("UPDATE e")
    #expect(fake.calls.filter { $0.hasPrefix("finalize") } == ["finalize UPDATE b"])
    #expect(fake.handleCount == 4)
    fake.forget()
    try db.execute("UPDATE a")
    #expect(fake.calls == ["run UPDATE a"])
    try db.execute("UPDATE b")
    #expect(fake.calls.dropFirst() == ["prepare UPDATE b", "finalize UPDATE c", "run UPDATE b"])
  }

  @Test func noneIsKeptWhereNoneIsWanted() throws {
    let fake = FakeDatabase()
    let db = try fake.open("statement-cache=0")
    try db.execute("UPDATE a")
    #expect(fake.handleCount == 0)
    try db.execute("UPDATE a")
    #expect(fake.calls.filter { $0 == "prepare UPDATE a" }.count == 2)
  }

  @Test func aHundredThousandTextsKeepFewHandles() async throws {
    let fake = FakeDatabase()
    fake.forgetAlways()
    let db = try fake.open("statement-cache=64")
    try await Threads.offload { for number in 0..<100_000 { try db.execute(SQL(text: "UPDATE a\(number)")) } }
    #expect(fake.mostHandleCount <= 65)
    #expect(db.statistics.statements == 100_000)
  }

  @Test func aHandleInUseIsNotLentAgain() throws {
    let fake = FakeDatabase()
    fake["SELECT n FROM a WHERE b > ?"] = .numbers(3)
    let db = try fake.open()
    let statement = try db.prepare("SELECT n FROM a WHERE b > ?")
    var pairs: [[Int]] = []
    try statement.forEach(1) { outer in
      let first = try outer.get(0, as: Int.self)
      try statement.forEach(2) { inner in pairs.append([first, try inner.get(0)]) }
      #expect(try outer.get(0, as: Int.self) == first)
    }
    #expect(pairs == (0..<3).flatMap { first in (0..<3).map { [first, $0] } })
    #expect(
      fake.calls.filter { $0.hasPrefix("prepare") || $0.hasPrefix("finalize") }
        == ["prepare", "prepare", "finalize", "prepare", "finalize", "prepare", "finalize"].map {
          "\($0) SELECT n FROM a WHERE b > ?"
        })
    #expect(fake.handleCount == 1)
  }

  @Test func whatIsInUseIsNotEvicted() throws {
    let fake = FakeDatabase()
    fake["SELECT n FROM a"] = .numbers(20)
    let db = try fake.open("statement-cache=2")
    var read = 0
    try db.forEach("SELECT n FROM a") { row in
      #expect(try row.get(0, as: Int.self) == read)
      read += 1
      try db.execute(SQL(text: "UPDATE a\(read)"))
    }
    #expect(read == 20)
    #expect(fake.mostHandleCount <= 3)
  }

  /// A statement that nobody holds keeps its handle no longer than the cache would.
  @Test func aDroppedStatementsHandleIsClosedInTime() throws {
    let fake = FakeDatabase()
    let db = try fake.open("statement-cache=4")
    do {
      let dropped = try db.prepare("UPDATE dropped")
      try dropped.execute()
    }
    for number in 0..<4 { try db.execute(SQL(text: "UPDATE a\(number)")) }
    #expect(fake.calls.contains("finalize UPDATE dropped"))
    #expect(fake.handleCount <= 4)
    // Those that were ever made, dropped at once, leave no more than the cache holds.
    for number in 0..<200 { _ = try db.prepare(SQL(text: "UPDATE b\(number)")) }
    #expect(fake.mostHandleCount <= 5)
  }

  @Test func aKeptStatementSurvivesItsEviction() throws {
    let fake = FakeDatabase()
    let db = try fake.open("statement-cache=2")
    let kept = try db.prepare("UPDATE kept SET a = ?")
    for number in 0..<20 { try db.execute(SQL(text: "UPDATE a\(number)")) }
    #expect(fake.calls.contains("finalize UPDATE kept SET a = ?"))
    try kept.execute(7)
    #expect(fake.calls.last == "run UPDATE kept SET a = ? [7]")
  }

  @Test func everyHandleIsClosedOnce() throws {
    let fake = FakeDatabase(writers: 2, readers: 1)
    let db = try fake.open("statement-cache=3")
    for number in 0..<50 {
      try db.execute(SQL(text: "UPDATE a\(number % 7)"))
      _ = try db.query(SQL(text: "SELECT \(number % 5)"))
      try db.withConnection { _ in try onOtherThread { _ = try db.execute(SQL(text: "UPDATE b\(number % 4)")) } }
    }
    try db.close(within: .seconds(1))
    #expect(fake.handleCount == 0)
    try fake.script.verify()  // it would tell of one that is closed twice
  }

  @Test func newNamesAreSeenWhenTheSchemaHasChanged() throws {
    let fake = FakeDatabase()
    fake["SELECT * FROM a"] = .rows(["id", "name"], [[1, "x"]])
    let db = try fake.open()
    let statement = try db.prepare("SELECT * FROM a")
    #expect(try statement.query()[0]["name"] == .text("x"))
    var reply = FakeReply.rows(["id", "added", "name"], [[1, 2, "y"]])
    reply.columnsVersion = 1
    fake["SELECT * FROM a"] = reply
    #expect(try statement.query()[0]["name"] == .text("y"))
    #expect(try statement.query()["added"][0] == .int(2))
    var names: [String] = []
    try statement.forEach { names = $0.columnNames }
    #expect(names == ["id", "added", "name"])
    #expect(try statement.query().columns.map(\.name) == ["id", "added", "name"])
    #expect(fake.handleCount == 1)
  }

  @Test func aStatementServesManyThreads() async throws {
    let fake = FakeDatabase(writers: 3)
    var reply = FakeReply.numbers(5)
    reply.began = { for _ in 0..<10 { sched_yield() } }
    fake["SELECT n FROM a WHERE b > ?"] = reply
    fake.forgetAlways()
    let db = try fake.open()
    let statement = try await db.prepare("SELECT n FROM a WHERE b > ?")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          try await Threads.offload {
            for round in 0..<100 {
              var read: [Int] = []
              try statement.forEach(thread * 1000 + round) { read.append(try $0.get(0)) }
              #expect(read == [0, 1, 2, 3, 4])
            }
          }
        }
        group.addTask {
          for round in 0..<50 {
            let read = try await statement.query(Int.self, round)
            #expect(read == [0, 1, 2, 3, 4])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(fake.mostOpenCount <= 3)
    #expect(fake.handleCount <= 3)
  }

  @Test func aRefusedTextIsRefusedAgain() throws {
    let fake = FakeDatabase()
    fake["UPDATE wrong"] = FakeReply()
    fake["UPDATE wrong"]?.refusal = DatabaseError(.syntax, "near wrong")
    let db = try fake.open()
    for _ in 0..<2 {
      let error = databaseError { _ = try db.prepare("UPDATE wrong") }
      #expect(error?.kind == .syntax)
      #expect(error?.sql == "UPDATE wrong")
    }
    #expect(fake.handleCount == 0)
    fake["UPDATE wrong"]?.refusal = nil
    try db.execute("UPDATE wrong")
  }

  @Test func aValueWithTheSameTextIsNotTheSameStatement() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    try db.execute("UPDATE a SET b = \(1)")
    try db.execute("UPDATE a SET b = \(2)")
    try db.execute("UPDATE a SET b = ?", 3)
    #expect(databaseError { try db.execute("UPDATE a SET b = ?") }?.kind == .misuse)
    #expect(
      fake.work.filter { $0.hasPrefix("run") } == [
        "run UPDATE a SET b = ? [1]", "run UPDATE a SET b = ? [2]", "run UPDATE a SET b = ? [3]",
      ])
  }
}
