import Testing

@testable import ORDA

/// A driver whose connections give one result at a time, and note whether anything comes between its rows.
@Suite("A connection with one open result")
struct OpenResultTests {
  private func open(_ options: String = "", _ further: Capabilities = []) throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase(capabilities: Capabilities([.transactionalDDL, .savepoints, .cancellation]).union(further))
    fake["SELECT n"] = .numbers(5)
    return (fake, try fake.open(options))
  }

  private func untangled(_ fake: FakeDatabase) -> Bool { !fake.isTangled }

  @Test func otherStatementsRunBetweenItsRows() throws {
    let (fake, db) = try open()
    var seen: [Int] = []
    try db.forEach("SELECT n") { row in
      let number = try row.get(0, as: Int.self)
      try db.execute("UPDATE a SET b = ?", number)
      // The row that it stands on is still there, though its rest was kept.
      #expect(try row.get(0, as: Int.self) == number)
      seen.append(number)
    }
    #expect(seen == [0, 1, 2, 3, 4])
    #expect(fake.calls.count { $0.hasPrefix("run UPDATE") } == 5)
    #expect(untangled(fake))
  }

  @Test func nothingIsKeptWhereNothingComesBetween() throws {
    let (fake, db) = try open()
    try db.withConnection { connection in
      var rows = try connection.rows("SELECT n")
      _ = try rows.next()
      #expect(fake.steps == 1)
      try connection.execute("UPDATE a")
      #expect(fake.steps == 5)
    }
    let (other, interleaving) = try open("", [.interleaving])
    try interleaving.withConnection { connection in
      var rows = try connection.rows("SELECT n")
      _ = try rows.next()
      try connection.execute("UPDATE a")
      #expect(other.steps == 1)
    }
  }

  @Test func severalAreReadInTurn() throws {
    let (fake, db) = try open()
    fake["SELECT m"] = .numbers(7)
    try db.withConnection { connection in
      var first = try connection.rows("SELECT n")
      var second = try connection.rows("SELECT m")
      var third = try connection.rows("SELECT n")
      for number in 0..<8 {
        let expected = [number < 5 ? number : nil, number < 7 ? number : nil, number < 5 ? number : nil]
        let found = [try first.next()?.get(0, as: Int.self), try second.next()?.get(0), try third.next()?.get(0)]
        #expect(found == expected)
      }
    }
    #expect(untangled(fake))
  }

  @Test func transactionsAndQuestionsComeBetweenToo() throws {
    let (fake, db) = try open()
    try db.withConnection { connection in
      for work in [
        { try connection.transaction { _ in } }, { _ = try connection.tables() }, { _ = try db.ping() },
        { _ = try connection.prepare("SELECT other") }, { try connection.executeScript("UPDATE a; UPDATE b") },
        {
          _ = try connection.prepare("UPDATE c SET d = ?").executeMany([Parameters(values: [1])])
        },
      ] {
        var rows = try connection.rows("SELECT n")
        #expect(try rows.next()?.get(0, as: Int.self) == 0)
        try work()
        #expect(try rows.next()?.get(0, as: Int.self) == 1)
      }
    }
    #expect(untangled(fake))
  }

  @Test func whatFailsBehindTheRowsIsTheReadersError() throws {
    let (fake, db) = try open()
    fake["SELECT n"] = FakeReply(
      columns: ["n"], count: 5, row: { [.int(Int64($0))] }, isReadOnly: true,
      failure: (3, DatabaseError(.outOfRange, "too large")))
    var seen: [Int] = []
    let error = databaseError {
      try db.forEach("SELECT n") { row in
        try db.execute("UPDATE a")
        seen.append(try row.get(0))
      }
    }
    #expect(error?.kind == .outOfRange)
    #expect(seen == [0, 1, 2])
  }

  /// 70 MiB of rows, of which 64 are kept.
  @Test func whatIsTooMuchToKeepIsAnError() throws {
    let (fake, db) = try open()
    let megabyte = String(repeating: "x", count: 1 << 20)
    fake["SELECT big"] = FakeReply(
      columns: ["n", "t"], count: 70, row: { [.int(Int64($0)), .text(megabyte)] }, isReadOnly: true)
    try db.withConnection { connection in
      var rows = try connection.rows("SELECT big")
      _ = try rows.next()
      for _ in 1...2 {
        let error = databaseError { try connection.execute("UPDATE a") }
        #expect(error?.kind == .misuse)
        #expect(error?.message.contains("more than 64 MiB of these rows are still to come") ?? false)
        #expect(fake.steps < 66)
      }
      // Nothing of them is lost.
      for number in 1..<70 { #expect(try rows.next()?.get(0, as: Int.self) == number) }
      #expect(try rows.next() == nil)
      try connection.execute("UPDATE a")
    }
    #expect(fake.work.filter { $0.hasPrefix("run") } == ["run SELECT big", "run UPDATE a"])
    #expect(untangled(fake))
  }

  @Test func jsonCountsAsMemoryToo() throws {
    let (fake, db) = try open()
    let megabyte = String(repeating: "1", count: 1 << 20)
    fake["SELECT big"] = FakeReply(columns: ["j"], count: 70, row: { _ in [.json(megabyte)] }, isReadOnly: true)
    let error = databaseError { try db.forEach("SELECT big") { _ in try db.execute("UPDATE a") } }
    #expect(error?.message.contains("64 MiB") ?? false)
  }

  @Test func rollingBackIsNotKeptFromWorking() throws {
    let (fake, db) = try open()
    let megabyte = String(repeating: "x", count: 1 << 20)
    fake["SELECT big"] = FakeReply(columns: ["t"], count: 70, row: { _ in [.text(megabyte)] }, isReadOnly: true)
    try db.withConnection { connection in
      try connection.transaction { tx in
        var rows: Rows?
        let error = databaseError {
          try tx.transaction { inner in
            rows = try inner.rows("SELECT big")
            _ = try rows?.next()
            throw DatabaseError(.other, "enough")
          }
        }
        #expect(error?.message == "enough")
        try tx.execute("UPDATE a")
      }
    }
    #expect(fake.work.suffix(3) == ["rollback to orda_1", "run UPDATE a", "commit"])
    #expect(untangled(fake))
  }

  @Test func statementsAreClosedWhenTheConnectionIsFree() throws {
    let (fake, db) = try open()
    fake["SELECT m"] = .numbers(2)
    try db.withConnection { connection in
      var first = try connection.rows("SELECT n")
      // A handle that is in use is not lent again: this one is closed at its end.
      var second = try connection.rows("SELECT n")
      var third = try connection.rows("SELECT m")
      _ = try first.next()
      _ = try second.next()
      _ = try third.next()
      while try second.next() != nil {}
      #expect(fake.handleCount == 3)
      while try third.next() != nil {}
      #expect(fake.handleCount == 2)
    }
    #expect(untangled(fake))
  }

  @Test func allResultsOfAProcedureAreKept() throws {
    let (fake, db) = try open()
    var call = FakeReply.numbers(3)
    call.changed = 1
    call.further = [.rows(["a", "b"], [[.text("x"), .int(7)]]), .changes(9)]
    fake["CALL p()"] = call
    var found: [[String]] = []
    var changed: [Int?] = []
    try db.withConnection { connection in
      try connection.withExecution(of: "CALL p()", Parameters.none, timeout: nil) { execution in
        repeat {
          while try execution.step() {
            if found.isEmpty { try connection.execute("UPDATE a") }
            let row = execution.row()
            found.append(try (0..<execution.columnNames.count).map { try row.value($0).description })
          }
          changed.append(execution.outcome().changed)
        } while try execution.nextResult()
      }
    }
    #expect(found == [["0"], ["1"], ["2"], ["x", "7"]])
    #expect(changed == [1, nil, 9])
    #expect(untangled(fake))
  }

  @Test func rowsOfATaskToo() async throws {
    let (fake, db) = try open()
    var seen: [Int] = []
    try await db.transaction { tx in
      for try await row in tx.rows("SELECT n") {
        try await tx.execute("UPDATE a")
        seen.append(try row.get(0))
      }
    }
    #expect(seen == [0, 1, 2, 3, 4])
    #expect(untangled(fake))
  }
}
