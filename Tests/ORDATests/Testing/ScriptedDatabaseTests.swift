import ORDA
import ORDATesting
import TestSupport
import Testing

@Suite("A scripted database") struct ScriptedDatabaseTests {
  @Test("is opened by its URL, in a registry of the test's own")
  func registries() throws {
    let (first, second) = (ScriptedDatabase(), ScriptedDatabase())
    let registry = Registry()
    try first.register(with: registry)
    try first.register(with: registry)
    first.stub("SELECT 1", answer: .rows(["n"], [[1]]))
    #expect(try registry.open("scripted:music?pool.max=2").first(Int.self, "SELECT 1") == 1)
    #expect(try registry.open("scripted:").url.location == .memory)
    // The registry would take it for the first one.
    let error = try failure { try second.register(with: registry) }
    #expect(error.kind == .misuse && error.message.contains("a registry of its own"))
    try ScriptedDatabase(name: "Other", scheme: "other").register(with: registry)
    #expect(try failure { try registry.open("scripted:?nonsense=1") }.kind == .badURL)
    #expect(ORDA.shared.driver(for: "scripted") == nil)
  }

  @Test("records what ran, with its values, its connection and the bounds of transactions")
  func transcript() throws {
    let script = ScriptedDatabase(layout: .init(writers: 2))
    script.stub("INSERT INTO a VALUES (?)", answer: .changes(1))
    let db = try script.open()
    try db.transaction { tx in
      try tx.execute("INSERT INTO a VALUES (\("x"))")
      try tx.transaction { _ in }
      try? tx.transaction { inner in
        try inner.execute("INSERT INTO a VALUES (?)", 2)
        throw CancellationError()
      }
    }
    try db.transaction(isolation: .serializable, readOnly: true) { _ in }
    #expect(
      script.transcript == [
        "BEGIN", "INSERT INTO a VALUES (?) ['x']", "SAVEPOINT", "RELEASE SAVEPOINT", "SAVEPOINT",
        "INSERT INTO a VALUES (?) [2]", "ROLLBACK TO SAVEPOINT", "COMMIT", "BEGIN READ ONLY serializable", "COMMIT",
      ])
    #expect(script.statements.map(\.isInTransaction) == [true, true])
    #expect(script.statements.map(\.values) == [["x"], [2]])
    try db.ping()
    #expect(script.calls.last?.request == .ping && script.calls.last?.connection == 1)
    script.forget()
    #expect(script.calls.isEmpty)
    try db.close()
    #expect(script.counts.openConnections == 0 && script.counts.openStatements == 0)
  }

  @Test("disturbs no other one, and is none the worse for many threads")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let script = ScriptedDatabase(order: .inAnyOrder, layout: .init(writers: 3))
          for index in 0..<50 { script.expect("UPDATE a SET n = \(index)", answer: .changes(number)) }
          let db = try await script.open()
          try await withThrowingTaskGroup(of: Int?.self) { calls in
            for index in 0..<50 { calls.addTask { try await db.execute("UPDATE a SET n = \(index)").changed } }
            for try await changed in calls { #expect(changed == number) }
          }
          try script.verify()
          #expect(script.statements.count == 50)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("lends each expectation to one call, whoever asks at the same time")
  func races() async throws {
    let script = ScriptedDatabase(order: .inAnyOrder, layout: .init(writers: 8))
    script.expect(anything: "an update", answer: .changes(1), times: 100) { $0.keyword == .update }
    let db = try await script.open()
    let failures = Shared(0)
    await onThreads(8) { _ in
      for _ in 0..<20 where databaseError({ try db.execute("UPDATE a") }) != nil { failures.with { $0 += 1 } }
    }
    #expect(failures.current == 60)
  }

  @Test("bears many expectations", arguments: [ScriptOrder.inOrder, .inAnyOrder])
  func many(order: ScriptOrder) throws {
    let script = ScriptedDatabase(order: order)
    for index in 0..<10_000 { script.expect("UPDATE a SET n = \(index)", answer: .changes(index)) }
    let db = try script.open()
    for index in 0..<10_000 {
      let changed = try db.execute("UPDATE a SET n = \(index)").changed
      if changed != index { Issue.record("\(index) gives \(String(describing: changed))") }
    }
    try script.verify()
  }

  @Test("has tables that can be described, whose rows can be live, and tells of their changes")
  func live() async throws {
    let script = ScriptedDatabase()
    let name = TableName(name: "genre")
    script.descriptions = [
      TableDescription(
        name: name,
        columns: [
          ColumnDescription(name: "id", declaredType: "INTEGER", isNullable: false, primaryKeyPosition: 1),
          ColumnDescription(name: "name", declaredType: "TEXT"),
        ], primaryKey: ["id"])
    ]
    script.expect(anything: "the row is read", answer: .rows(["id", "name"], [[1, "Jazz"]])) {
      $0.sql.hasPrefix("SELECT") && $0.values == [1]
    }
    let db = try await script.open()
    #expect(try await db.tables().map(\.name) == ["genre"])
    #expect(try await db.describe("GENRE").primaryKey == ["id"])
    #expect(try await asyncFailure { try await db.describe("album") }.kind == .noSuchTable)
    let jazz = try #require(try await db.table("genre").entry(1))
    #expect(jazz["name"] == "Jazz")
    let layout = RowLayout(table: name, identity: name, columns: ["id", "name"], keyColumns: ["id"])
    script.tellChanges(
      ChangeBatch(
        origin: .elsewhere,
        rows: [
          RowChange(
            kind: .update, layout: layout, key: RowKey(1), cells: [ChangedCell(column: 1, old: "Jazz", new: "Swing")])
        ]))
    #expect(await eventually { jazz["name"] == "Swing" })
    try script.verify()
  }

  @Test("goes with the last one who holds it")
  func lifetime() throws {
    weak var gone: ScriptedDatabase?
    do {
      let script = ScriptedDatabase()
      script.stub("SELECT 1", answer: .rows(["n"], [[1]]))
      let db = try script.open()
      #expect(try db.first(Int.self, "SELECT 1") == 1)
      try db.close()
      gone = script
    }
    #expect(eventually { gone == nil })
  }
}
